#!/usr/bin/env bash
# Runs `wtrules validate` or `wtrules fmt --check`; GitHub shows what they find beside the changed lines.
set -euo pipefail

command=$1
wtrules="${WTRULES:-$RUNNER_TEMP/wtrules/bin/wtrules}"
mapfile -t paths < <(printf '%s\n' "${PATHS:-.}" | sed '/^[[:space:]]*$/d')
# A name that begins with a hyphen is a file, not an option.
for i in "${!paths[@]}"; do case ${paths[i]} in -*) paths[i]="./${paths[i]}" ;; esac; done

options=(--output-format github)
if [ "$command" = fmt ]; then options+=(--check); fi
if [ "$command" = validate ] && [ "${STRICT:-false}" = true ]; then options+=(--strict); fi
if [ "$command" = validate ] && [ "${DEEP:-false}" = true ]; then options+=(--deep); fi

exec "$wtrules" "$command" "${options[@]}" -- "${paths[@]}"
