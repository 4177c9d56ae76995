import type { HandoffTexts } from './en.ts'

/** Japanese. */
export const ja: HandoffTexts = {
  scan: 'スマートフォンのカメラで読み取ってください',
  qrLabel: 'スマートフォンのカメラ用QRコード',
  stepOpen: 'スマートフォンでこのサイトのページが開きます。',
  stepSign: 'そこでウォレットを選び、署名してください。',
  stepDigits: '表示された6桁の数字をここに入力してください。',
  onPhone: 'スマートフォンで続けてください',
  onPhoneDetail: 'そこでウォレットを選び、署名してください。この画面は開いたままにしてください。',
  newCode: '新しいコードを表示',
  timeLeft: '残り {time}',
  digits: 'スマートフォンの6桁の数字',
  digitsDetail: '{name} が署名しました。ご自身が手にしているスマートフォンに表示された数字だけを入力してください。',
  digitsShort: '6桁すべてを入力してください。',
  digitsWrong: '数字が正しくありません。残りの回数：{count}',
  declined: 'スマートフォンで拒否されました。何もリンクされていません。',
  elsewhere:
    'コードが別の場所でも開かれたため、無効になりました。心当たりがない場合は、画面を見られた可能性があります。',
  timeOver: 'ウォレットがリンクされる前に時間切れになりました。',
  digitsSpent: '数字を3回間違えました。何もリンクされていません。',
  codeOver: 'このコードはもう使えません。',
  undo: '元に戻す',
  undone: 'ウォレットのリンクは解除されました。',
}
