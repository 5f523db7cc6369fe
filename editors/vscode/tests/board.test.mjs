// The board preview without an editor: `node --test tests/board.test.mjs`
import assert from "node:assert/strict";
import test from "node:test";
import { build } from "esbuild";

const made = await build({ entryPoints: ["src/board.ts"], bundle: true, format: "esm", write: false });
const { exampleAt, page } = await import(`data:text/javascript;base64,${Buffer.from(made.outputFiles[0].text).toString("base64")}`);

const TEXT = `# example comment { }
ruleset a {
  example one.two { says en "} example fake {" given "K/." }
  rule r { if x { } }
  example größe { # }
    given "K"
`;
const at = (mark, more = 0) => exampleAt(TEXT, TEXT.indexOf(mark) + more);

test("the cursor is in an example from its first word to its last brace", () => {
  assert.equal(at("example one"), "one.two");
  assert.equal(at('given "K/."'), "one.two");
  assert.equal(at("}\n  rule", 1), "one.two");
});

test("outside of examples there is none", () => {
  assert.equal(at("ruleset"), null);
  assert.equal(at("rule r"), null);
  assert.equal(at("# example"), null);
});

test("an example that is still being written counts", () => {
  assert.equal(at('given "K"\n'), "größe");
});

test("texts of a rule file stay texts", () => {
  const html = page({ id: "<b>", says: "<script>alert(1)</script>", position: "'\"&", svg: "<svg></svg>" }, "de", "file:///x");
  assert.ok(!html.includes("<script>") && !html.includes("<b>"));
  assert.ok(html.includes("<svg></svg>") && html.includes('lang="de"'));
  assert.ok(html.includes("default-src 'none'"));
});
