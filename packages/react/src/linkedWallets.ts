export { LinkedWallets, type LinkedWalletsProps } from './linkedWallets/LinkedWallets.tsx'
export { LinkHistory } from './linkedWallets/LinkHistory.tsx'
export type { LinkedWalletsMessages } from './messages/linkedWallets/en.ts'
