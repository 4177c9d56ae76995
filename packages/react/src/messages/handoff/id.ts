import type { HandoffTexts } from './en.ts'

export const id: HandoffTexts = {
  scan: 'Pindai dengan kamera ponsel Anda',
  qrLabel: 'Kode QR untuk kamera ponsel Anda',
  next: 'Halaman situs ini terbuka di sana. Pilih dompet Anda, tanda tangani, lalu ketik enam digitnya di sini.',
  stepOpen: 'Sebuah halaman situs ini terbuka di ponsel Anda.',
  stepSign: 'Pilih dompet Anda di sana dan tanda tangani.',
  stepDigits: 'Ketik di sini enam digit yang ditampilkannya.',
  onPhone: 'Lanjutkan di ponsel Anda',
  onPhoneDetail: 'Pilih dompet Anda di sana dan tanda tangani. Biarkan jendela ini terbuka.',
  noWallet: 'Peramban ponsel Anda tidak punya dompet',
  noWalletDetail: 'Ketuk “Buka di dompet pada ponsel ini” di sana, atau salin tautan ke peramban dompet Anda.',
  newCode: 'Tampilkan kode baru',
  timeLeft: 'Sisa {time}',
  digits: 'Enam digit dari ponsel Anda',
  digitsDetail:
    '{name} telah menandatangani. Ketik digit yang ditampilkan ponsel Anda, dan hanya jika ponsel itu ada di tangan Anda.',
  digitsShort: 'Ketik keenam digit.',
  digitsWrong: 'Digit ini tidak benar. Sisa percobaan: {count}',
  declined: 'Ditolak di ponsel. Tidak ada yang ditautkan.',
  elsewhere:
    'Kode dibuka di tempat kedua sehingga tidak berlaku. Jika itu bukan Anda, mungkin seseorang melihat layar Anda.',
  timeOver: 'Waktu habis sebelum dompet ditautkan.',
  digitsSpent: 'Digit salah tiga kali. Tidak ada yang ditautkan.',
  codeOver: 'Kode ini tidak berlaku lagi.',
  undo: 'Urungkan',
  undone: 'Dompet tidak tertaut lagi.',
}
