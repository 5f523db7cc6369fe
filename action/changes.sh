#!/usr/bin/env bash
# Writes what a pull request changes in the rules: a report in Markdown, and pages with pictures.
# Outputs: report, pages, has_pages.
set -euo pipefail

wtrules="${WTRULES:-$RUNNER_TEMP/wtrules/bin/wtrules}"
mapfile -t paths < <(printf '%s\n' "${PATHS:-.}" | sed '/^[[:space:]]*$/d')
for i in "${!paths[@]}"; do case ${paths[i]} in -*) paths[i]="./${paths[i]}" ;; esac; done

# A checkout usually has the newest commit only.
if ! git cat-file -e "$BASE^{commit}" 2>/dev/null; then
  git fetch --quiet --no-tags --depth=1 origin "$BASE"
fi
base=$(git rev-parse --short "$BASE")

report="$RUNNER_TEMP/wtrules-changes.md"
pages="$RUNNER_TEMP/wtrules-changes"
options=(--since "$base" --output-format markdown -o "$report" --pages "$pages" --force --lang "${LANGUAGE_OF_REPORT:-en}")
if [ -n "${FAIL_ON:-}" ]; then options+=(--fail-on "$FAIL_ON"); fi

code=0
"$wtrules" changes "${options[@]}" -- "${paths[@]}" || code=$?
if [ -f "$report" ]; then
  {
    echo "report=$report"
    echo "pages=$pages"
    if [ -n "$(ls -A "$pages" 2>/dev/null)" ]; then echo "has_pages=true"; fi
  } >>"$GITHUB_OUTPUT"
fi
exit "$code"
