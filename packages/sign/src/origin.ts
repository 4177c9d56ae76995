export { originStatementProperty } from '@hawser/wire'
export {
  type CheckOriginOptions,
  checkOrigin,
  type OriginClaim,
  type OriginStatus,
  originClaim,
} from './checkOrigin.ts'
export { parseOriginUrl } from './originUrl.ts'
