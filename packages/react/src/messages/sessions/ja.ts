import type { SessionsMessages } from './en.ts'

/** Japanese. */
export const ja: SessionsMessages = {
  language: 'ja',
  direction: 'ltr',

  title: '接続中のウォレット',
  empty: '接続中のウォレットはありません。',
  loading: '読み込み中…',
  failed: '接続中のウォレットを読み込めませんでした。',
  retry: '再試行',
  unnamed: '名前のないウォレット',
  hostClaimed: '{host} を名乗っています',
  hostVerified: '確認済み: {host}',
  verifiedDetail: 'このページ自身がこのウォレットを開き、登録情報にも同じアドレスが記載されています。',
  accounts: 'アカウント',
  networks: 'ネットワーク',
  permissions: 'このページが要求できる操作',
  expires: '接続の有効期限',
  disconnect: '切断',
  disconnectWallet: '{name} を切断',
  disconnectAll: 'すべて切断',
  confirmOne: '{name} を切断しますか？ここで再び使うには、もう一度接続する必要があります。',
  confirmAll: 'すべてのウォレットを切断しますか？ここで再び使うには、もう一度接続する必要があります。',
  cancel: 'キャンセル',
  disconnected: '{name} を切断しました。',
  allDisconnected: 'すべてのウォレットを切断しました。',
  endedByWallet: '{name} がこのページとの接続を終了しました。',
  expired: '{name} との接続の期限が切れました。',
  dismiss: '了解',
}
