import type { HostMessages } from './en.ts'

/** Japanese. */
export const ja: HostMessages = {
  appName: 'デモサイト',
  skip: '本文へ移動',
  mainNavigation: 'ページ',
  wallets: 'ウォレット',
  activity: 'アクティビティ',
  sessions: 'セッション',
  account: 'アカウント',
  signUp: '新規登録',
  signIn: 'ログイン',
  signOut: 'ログアウト',
  anonymous: '匿名の訪問者',
  signedIn: 'ログイン中',
  language: '言語',
  demoNotice: 'デモです。実際の資産が入ったウォレットは使用しないでください。',
  retry: '再試行',
  cancel: 'キャンセル',
  loading: '読み込み中…',
  unreachable: 'このページはサーバーに接続できません。',
  failed: 'うまくいきませんでした。もう一度お試しください。',

  yourWallets: 'あなたのウォレット',
  introAnonymous:
    'あなたは {name} です。このページが Cookie で記憶している匿名の訪問者です。ウォレットを連携して、所有者であることを証明してください。登録は不要です。',
  introKeep: '登録すると、Cookie がなくなってもウォレットを保持できます。',
  introAccount: '{name} としてログインしています。ウォレットを連携して、所有者であることを証明してください。',
  signedAs: 'ウォレットが署名するメッセージでは、あなたは {label} と呼ばれます。',
  noCookies:
    'ブラウザがこのページの Cookie を保存しないため、ウォレットを連携できません。Cookie を許可して再読み込みしてください。',
  connectedMissing: '接続中のウォレットを読み込めませんでした。ページを再読み込みしてください。',

  howTitle: '連携の仕組み',
  connect: '接続',
  connectText: 'ウォレットでコードをスキャンするか、この端末のウォレットを開きます。',
  sign: '署名',
  signText:
    'ウォレットは、このページとあなたのアカウントを記したメッセージに署名します。費用はかからず、資産も移動しません。',
  linked: '連携済み',
  linkedText: 'サーバーが署名を確認し、アカウント ID を保存します。接続は終了します。',
  linkedStaysText:
    'サーバーが署名を確認し、アカウント ID を保存します。接続は、あなたかウォレットが終了するまで続きます。',
  noWalletAtHand: '手元にウォレットがありませんか？',
  chooseDemo: '連携するときに「Hawser Demo Wallet」を選ぶか、',
  copyLink: 'コードのリンクをコピーして、',
  openDemo: 'デモウォレットを新しいタブで開いてください',
  keepConnected: '連携後もウォレットの接続を保つ',
  endConnections: '連携後に接続を終了する',

  activityIntro: 'ここでのウォレットに関する出来事です（新しい順）。',

  sessionsIntro: 'このページの利用状況です。心当たりのないセッションは終了してください。',
  sessionsFailed: 'セッションを読み込めませんでした。',
  thisSession: 'このセッション',
  browserOnSystem: '{browser}（{system}）',
  unknownBrowser: '不明なブラウザ',
  began: '開始 {time}',
  seen: '最終利用 {time}',
  endSession: 'セッションを終了',
  endOthers: 'ほかのセッションをすべて終了',
  onlySession: 'ほかのセッションはありません。',

  signUpTitle: 'アカウントを作成',
  signUpIntro:
    '連携したウォレットは引き継がれます。その後、それぞれをもう一度連携してください。それまではログインに使えません。',
  signInTitle: 'ログイン',
  signInIntro: '連携したウォレットが待っています。',
  signInLoses:
    '{name} として連携したウォレットは、ログインすると連携が解除されます。残すには、代わりにアカウントを作成してください。',
  or: 'または',
  signInWithWallet: 'ウォレットでログイン',
  signInWithWalletHint:
    'ウォレットを連携したアカウント用です。ウォレットがメッセージに署名します。費用はかかりません。ウォレットを連携するには、パスワードでログインしてください。',
  haveAccount: 'アカウントをお持ちですか？',
  noAccount: 'まだアカウントがありませんか？',
  name: '名前',
  nameHint: '3～32 文字。',
  password: 'パスワード',
  passwordHint: '8～128 文字。復元する方法はありません。',
  nameBad: '表示できる文字を 3～32 文字使い、「visitor-」で始めないでください。',
  passwordBad: '8～128 文字にしてください。',
  nameTaken: 'この名前は使われています。別の名前を選んでください。',
  signInRefused: '名前とパスワードが一致しません。',
  tooMany: '試行回数が多すぎます。{minutes} 分後にもう一度お試しください。',
}
