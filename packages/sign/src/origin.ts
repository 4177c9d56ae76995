export { originStatementProperty } from '@hawser/wire'
export {
  type CheckOriginOptions,
  checkOrigin,
  type OriginClaim,
  type OriginStatus,
  originClaim,
} from './origin/checkOrigin.ts'
export { parseOriginUrl } from './origin/originUrl.ts'
