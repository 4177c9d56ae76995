import type { SessionsMessages } from './en.ts'

/** Spanish. */
export const es: SessionsMessages = {
  language: 'es',
  direction: 'ltr',

  title: 'Billeteras conectadas',
  empty: 'No hay ninguna billetera conectada.',
  loading: 'Cargando…',
  failed: 'No se pudieron cargar las billeteras conectadas.',
  retry: 'Reintentar',
  unnamed: 'Billetera sin nombre',
  hostClaimed: 'dice ser de {host}',
  hostVerified: 'verificado: {host}',
  verifiedDetail: 'Esta página abrió la billetera y su ficha indica la misma dirección.',
  accounts: 'Cuentas',
  networks: 'Redes',
  permissions: 'Esta página puede pedir',
  expires: 'Conectada hasta',
  disconnect: 'Desconectar',
  disconnectWallet: 'Desconectar {name}',
  disconnectAll: 'Desconectar todas',
  confirmOne: '¿Desconectar {name}? Para volver a usarla aquí tendrás que conectarla de nuevo.',
  confirmAll: '¿Desconectar todas las billeteras? Para volver a usarlas aquí tendrás que conectarlas de nuevo.',
  cancel: 'Cancelar',
  disconnected: 'Se desconectó {name}.',
  allDisconnected: 'Se desconectaron todas las billeteras.',
  endedByWallet: '{name} terminó su conexión con esta página.',
  expired: 'La conexión con {name} ha caducado.',
  dismiss: 'Entendido',
}
