/**
 * Folders that are not edited yet, and how many findings each may have. A number only goes down; a folder without findings
 * leaves the list. All other files have none.
 */
export const later: Readonly<Record<string, number>> = {
  'SECURITY.md': 23,
  'docs/doctor.md': 3,
  'docs/link-performance.md': 14,
  'docs/network-relay.md': 3,
  'docs/performance.md': 9,
  'docs/reach.md': 3,
  'docs/registry-performance.md': 10,
  'docs/registry-runbook.md': 10,
  'docs/relay-performance.md': 10,
  'docs/reliability.md': 11,
  'docs/threat-model.md': 57,
  'packages/core/src': 224,
  'packages/doctor/src': 35,
  'packages/link/src': 51,
  'packages/modal/src': 8,
  'packages/react/src': 100,
  'packages/registry/src': 87,
  'packages/relay/src': 144,
  'packages/sign/src': 119,
  'packages/wagmi/src': 7,
}
