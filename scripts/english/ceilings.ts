/**
 * Folders that are not edited yet, and how many findings each may have. A number only goes down; a folder without findings
 * leaves the list. All other files have none.
 */
export const later: Readonly<Record<string, number>> = {
  'CHANGELOG.md': 14,
  'SECURITY.md': 23,
  'apps/handoff/README.md': 1,
  'apps/host/README.md': 17,
  'apps/stack/README.md': 6,
  'apps/wallet/README.md': 11,
  'docs/doctor.md': 3,
  'docs/link-performance.md': 14,
  'docs/network-relay.md': 3,
  'docs/performance.md': 14,
  'docs/reach.md': 3,
  'docs/reasons.md': 7,
  'docs/registry-performance.md': 10,
  'docs/registry-runbook.md': 10,
  'docs/relay-performance.md': 10,
  'docs/relay-runbook.md': 12,
  'docs/reliability.md': 11,
  'docs/threat-model.md': 57,
  'packages/core/src': 228,
  'packages/doctor/src': 35,
  'packages/link/src': 51,
  'packages/modal/src': 8,
  'packages/react/src': 106,
  'packages/registry/src': 89,
  'packages/relay/src': 144,
  'packages/sign/src': 123,
  'packages/wagmi/src': 7,
  'packages/wire/src': 89,
}
