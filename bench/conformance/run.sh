#!/bin/sh
# Runs the client scenarios of the conformance suite of MCP against one probe each: sh bench/conformance/run.sh [scenario …]. Needs the npm registry; the suite
# needs Node 22, the probe runs on the Node that is installed. Results are written to the folder RESULTS (default: results).
set -eu
NODE=$(command -v node)
CLIENT="$NODE $(pwd)/node_modules/tsx/dist/cli.mjs $(pwd)/bench/conformance/client.ts"
export CLIENT RESULTS="${RESULTS:-results}" SCENARIOS="$*"
npx -y -p node@22 -p @modelcontextprotocol/conformance sh -c '
  mkdir -p "$RESULTS"
  [ -n "$SCENARIOS" ] || SCENARIOS=$(conformance list --client | sed -n "s/^  - \([^ ]*\).*/\1/p")
  for scenario in $SCENARIOS; do
    echo "== $scenario"
    conformance client --command "$CLIENT" --scenario "$scenario" --timeout 60000 -o "$RESULTS" || true
  done'
