#!/bin/sh
# t.sh <seconds> args: vitest unit
s=$1; shift
timeout $s nice -n 19 node node_modules/vitest/vitest.mjs run --project unit --testTimeout 15000 --bail 8 "$@" 2>&1 | grep -v "^$" | grep -v "↓\|✓" > /tmp/hawser/t.out; grep -n "FAIL\|Error:\|Tests \|Duration" /tmp/hawser/t.out | head -40
