#!/bin/sh
# Nothing but curl. The session's name is all that it has to remember.
set -eu
url="${THROUGHLINE_URL:-http://127.0.0.1:3000}"
session="${1:-curl-example}"

for message in 'My sister Ada lives in Turin.' 'I keep bees.' 'Where does Ada live?'; do
  printf '\n> %s\n\n' "$message"
  curl --silent --show-error --fail-with-body "$url/v1/chat/completions" \
    -H 'Content-Type: application/json' \
    -H "Authorization: Bearer ${THROUGHLINE_TOKEN:-none}" \
    -H "X-Session-Id: $session" \
    -d "{\"model\": \"builtin\", \"messages\": [{\"role\": \"user\", \"content\": \"$message\"}]}"
  printf '\n'
done
