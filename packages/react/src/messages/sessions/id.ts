import type { SessionsMessages } from './en.ts'

/** Indonesian. */
export const id: SessionsMessages = {
  language: 'id',
  direction: 'ltr',

  title: 'Dompet yang terhubung',
  empty: 'Tidak ada dompet yang terhubung.',
  loading: 'Memuat…',
  failed: 'Dompet yang terhubung tidak dapat dimuat.',
  retry: 'Coba lagi',
  unnamed: 'Dompet tanpa nama',
  hostClaimed: 'mengaku dari {host}',
  hostVerified: 'terverifikasi: {host}',
  verifiedDetail: 'Halaman ini sendiri yang membuka dompet itu, dan daftarnya menyebut alamat yang sama.',
  accounts: 'Akun',
  networks: 'Jaringan',
  permissions: 'Halaman ini boleh meminta',
  expires: 'Terhubung hingga',
  disconnect: 'Putuskan',
  disconnectWallet: 'Putuskan {name}',
  disconnectAll: 'Putuskan semua',
  confirmOne: 'Putuskan {name}? Untuk memakainya lagi di sini, Anda harus menghubungkannya kembali.',
  confirmAll: 'Putuskan semua dompet? Untuk memakainya lagi di sini, Anda harus menghubungkannya kembali.',
  cancel: 'Batal',
  disconnected: '{name} telah diputuskan.',
  allDisconnected: 'Semua dompet telah diputuskan.',
  endedByWallet: '{name} mengakhiri koneksinya ke halaman ini.',
  expired: 'Koneksi ke {name} telah kedaluwarsa.',
  dismiss: 'Mengerti',
}
