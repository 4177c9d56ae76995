import type { HostMessages } from './en.ts'

/** Indonesian. */
export const id: HostMessages = {
  appName: 'Situs demo',
  skip: 'Langsung ke isi',
  mainNavigation: 'Halaman',
  wallets: 'Dompet',
  activity: 'Aktivitas',
  sessions: 'Sesi',
  account: 'Akun',
  signUp: 'Daftar',
  signIn: 'Masuk',
  signOut: 'Keluar',
  anonymous: 'Pengunjung anonim',
  signedIn: 'Sudah masuk',
  language: 'Bahasa',
  demoNotice: 'Hanya demo. Jangan gunakan dompet yang berisi dana sungguhan.',
  retry: 'Coba lagi',
  cancel: 'Batal',
  loading: 'Memuat…',
  unreachable: 'Halaman ini tidak dapat menghubungi servernya.',
  failed: 'Tidak berhasil. Coba lagi.',

  yourWallets: 'Dompet Anda',
  introAnonymous:
    'Anda adalah {name}, pengunjung anonim yang dikenali halaman ini lewat cookie. Tautkan dompet untuk membuktikan bahwa itu milik Anda. Tidak perlu mendaftar.',
  introKeep: 'Daftar agar dompet Anda tetap ada ketika cookie hilang.',
  introAccount: 'Anda masuk sebagai {name}. Tautkan dompet untuk membuktikan bahwa itu milik Anda.',
  signedAs: 'Dalam pesan yang ditandatangani dompet, Anda disebut {label}.',
  noCookies:
    'Peramban Anda tidak menyimpan cookie halaman ini, jadi dompet tidak dapat ditautkan. Izinkan cookie lalu muat ulang.',
  connectedMissing: 'Dompet Anda yang terhubung tidak dapat dimuat. Muat ulang halaman.',

  howTitle: 'Cara kerja penautan',
  connect: 'Hubungkan',
  connectText: 'Pindai kode dengan dompet Anda, atau buka dompet di perangkat ini.',
  sign: 'Tanda tangani',
  signText:
    'Dompet menandatangani pesan yang menyebut halaman ini dan akun Anda. Tanpa biaya dan tidak memindahkan dana.',
  linked: 'Tertaut',
  linkedText: 'Server memeriksa tanda tangan dan menyimpan ID akun. Koneksi berakhir.',
  linkedStaysText:
    'Server memeriksa tanda tangan dan menyimpan ID akun. Koneksi bertahan sampai Anda atau dompet mengakhirinya.',
  noWalletAtHand: 'Tidak ada dompet?',
  chooseDemo: 'Pilih “Hawser Demo Wallet” saat menautkan, atau',
  copyLink: 'Salin tautan kodenya dan',
  openDemo: 'buka dompet demo di tab baru',
  keepConnected: 'Biarkan dompet terhubung setelah ditautkan',
  endConnections: 'Akhiri koneksi setelah ditautkan',

  activityIntro: 'Yang terjadi pada dompet Anda di sini, yang terbaru lebih dahulu.',

  sessionsIntro: 'Tempat Anda memakai halaman ini. Akhiri sesi yang tidak Anda kenali.',
  sessionsFailed: 'Sesi Anda tidak dapat dimuat.',
  thisSession: 'Sesi ini',
  browserOnSystem: '{browser} di {system}',
  unknownBrowser: 'Peramban tidak dikenal',
  began: 'Dimulai {time}',
  seen: 'terakhir terlihat {time}',
  endSession: 'Akhiri sesi',
  endOthers: 'Akhiri semua sesi lain',
  onlySession: 'Tidak ada sesi lain.',

  signUpTitle: 'Buat akun',
  signUpIntro:
    'Dompet yang sudah Anda tautkan ikut bersama Anda. Setelah itu, tautkan masing-masing sekali lagi: sebelum itu, dompet tidak dapat dipakai untuk masuk.',
  signInTitle: 'Masuk',
  signInIntro: 'Dompet Anda yang tertaut sudah menunggu.',
  signInLoses:
    'Dompet yang Anda tautkan sebagai {name} dilepas tautannya saat Anda masuk. Buat akun saja untuk mempertahankannya.',
  or: 'atau',
  signInWithWallet: 'Masuk dengan dompet',
  signInWithWalletHint:
    'Untuk akun dengan dompet tertaut. Dompet menandatangani pesan; tanpa biaya. Untuk menautkan dompet, masuk dengan kata sandi.',
  haveAccount: 'Sudah punya akun?',
  noAccount: 'Belum punya akun?',
  name: 'Nama',
  nameHint: '3 sampai 32 karakter.',
  password: 'Kata sandi',
  passwordHint: '8 sampai 128 karakter. Tidak ada cara untuk memulihkannya.',
  nameBad: 'Gunakan 3 sampai 32 karakter yang terlihat, dan jangan diawali “visitor-”.',
  passwordBad: 'Gunakan 8 sampai 128 karakter.',
  nameTaken: 'Nama ini sudah dipakai. Pilih yang lain.',
  signInRefused: 'Nama dan kata sandi tidak cocok.',
  tooMany: 'Terlalu banyak percobaan. Coba lagi dalam {minutes} menit.',
}
