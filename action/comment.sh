#!/usr/bin/env bash
# Puts a report into the summary of the job, and into one comment on the pull request, which is
# updated from run to run. Without the permission to write, as on a pull request from a fork, the
# summary is all there is, and that is no failure.
set -euo pipefail

marker='<!-- wtrules: changes of the rules -->'
most_in_comment=60000   # bytes; GitHub takes 65,536 characters
most_in_summary=900000  # bytes; GitHub takes 1 MiB
run_url="${GITHUB_SERVER_URL:-https://github.com}/$GITHUB_REPOSITORY/actions/runs/${GITHUB_RUN_ID:-}"

if [ "${LANGUAGE_OF_REPORT:-en}" = de ]; then
  all_of_it='Der ganze Bericht'
  with_pictures='Bericht mit Bildern (zum Herunterladen)'
  no_permission='Der Bericht steht in der Zusammenfassung: Das Token darf keinen Kommentar schreiben.'
else
  all_of_it='The whole report'
  with_pictures='Report with pictures (download)'
  no_permission='The report is in the summary of the job: the token may not write a comment.'
fi

# Prints the report, cut before a heading if it is too long.
shortened() {
  if [ "$(wc -c <"$REPORT")" -le "$1" ]; then
    cat "$REPORT"
    return
  fi
  # Up to the last ruleset or rule that fits; nothing is cut inside a block of code.
  LC_ALL=C awk -v most="$1" '
    { size += length($0) + 1; if (size > most) exit; lines[NR] = $0 }
    /^(<details>|##### )/ { last = NR - 1; open = inside }
    /^<details>/ { inside = 1 }
    /^<\/details>/ { inside = 0; last = NR; open = 0 }
    END { for (i = 1; i <= last; i++) print lines[i]; if (open) print "\n</details>" }
  ' "$REPORT"
  printf '\n[%s](%s)\n' "$all_of_it" "$2"
}

links=""
if [ -n "${PAGES_URL:-}" ]; then links=$(printf '\n[%s](%s)' "$with_pictures" "$PAGES_URL"); fi
{ shortened "$most_in_summary" "${PAGES_URL:-$run_url}"; printf '%s\n' "$links"; } >>"$GITHUB_STEP_SUMMARY"

if [ "${COMMENT:-true}" != true ]; then exit 0; fi

body="$RUNNER_TEMP/wtrules-comment.json"
{ echo "$marker"; shortened "$most_in_comment" "$run_url"; printf '%s\n' "$links"; } |
  python3 -c 'import json, sys; json.dump({"body": sys.stdin.read()}, sys.stdout)' >"$body"

comments="repos/$GITHUB_REPOSITORY/issues/$PULL_REQUEST/comments"
if ! known=$(gh api --paginate "$comments" --jq ".[] | select(.body | startswith(\"$marker\")) | .id"); then
  echo "::notice title=wtrules::$no_permission"
  exit 0
fi
known=$(head -n 1 <<<"$known")

if [ -n "$known" ]; then
  request=(--method PATCH "repos/$GITHUB_REPOSITORY/issues/comments/$known")
elif grep -q '^| ' "$REPORT"; then
  request=(--method POST "$comments")
else
  exit 0  # nothing has changed, and nothing was said before
fi
if ! gh api "${request[@]}" --input "$body" --silent; then
  echo "::notice title=wtrules::$no_permission"
fi
