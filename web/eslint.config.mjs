// npm run lint: mistakes that types do not show, and lines that are too long. Prettier lays the code out.
import tseslint from "typescript-eslint";
import hooks from "eslint-plugin-react-hooks";

export default tseslint.config({ ignores: ["node_modules", "build"] }, ...tseslint.configs.recommended, {
  files: ["src/**/*.{ts,tsx}", "tests/**/*.ts"],
  plugins: { "react-hooks": hooks },
  rules: {
    "react-hooks/rules-of-hooks": "error",
    "max-len": ["error", { code: 120, ignoreUrls: true }],
    eqeqeq: "error",
    "prefer-const": "error",
    "no-console": ["error", { allow: ["warn"] }],
    // What is certain from the data is said with `!`.
    "@typescript-eslint/no-non-null-assertion": "off",
    "@typescript-eslint/no-unused-vars": ["error", { argsIgnorePattern: "^_", varsIgnorePattern: "^_" }],
    // A short way to run two things in one event.
    "@typescript-eslint/no-unused-expressions": "off",
  },
});
