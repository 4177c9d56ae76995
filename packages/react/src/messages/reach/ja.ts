import type { ReachTexts } from './en.ts'

export const ja: ReachTexts = {
  linkable: 'このサイトで連携できるのは、このブラウザーにあるウォレットと {relay} を使うウォレットです。',
  otherWallet: '{relay} を使う別のウォレットがあります',
  codeForRelay: 'このコードを読み取れるのは {relay} を使うウォレットだけです。',
  codeForNetwork: 'スキャンしても何も起きませんか？このコードを読み取れるのは WalletConnect 対応のウォレットだけです。',
  noRoute: 'ここからは {name} を連携できません',
  noRouteDetail: 'このサイトはこの端末から {name} につなげません。別のウォレットを選んでください。',
}
