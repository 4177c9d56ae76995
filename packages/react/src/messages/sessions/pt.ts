import type { SessionsMessages } from './en.ts'

/** Portuguese. */
export const pt: SessionsMessages = {
  language: 'pt',
  direction: 'ltr',

  title: 'Carteiras conectadas',
  empty: 'Nenhuma carteira conectada.',
  loading: 'Carregando…',
  failed: 'Não foi possível carregar as carteiras conectadas.',
  retry: 'Tentar de novo',
  unnamed: 'Carteira sem nome',
  hostClaimed: 'diz ser de {host}',
  hostVerified: 'verificado: {host}',
  verifiedDetail: 'Esta própria página abriu a carteira, e o cadastro dela indica o mesmo endereço.',
  accounts: 'Contas',
  networks: 'Redes',
  permissions: 'Esta página pode pedir',
  expires: 'Conectada até',
  disconnect: 'Desconectar',
  disconnectWallet: 'Desconectar {name}',
  disconnectAll: 'Desconectar todas',
  confirmOne: 'Desconectar {name}? Para usá-la aqui outra vez, será preciso conectá-la de novo.',
  confirmAll: 'Desconectar todas as carteiras? Para usá-las aqui outra vez, será preciso conectá-las de novo.',
  cancel: 'Cancelar',
  disconnected: '{name} foi desconectada.',
  allDisconnected: 'Todas as carteiras foram desconectadas.',
  endedByWallet: '{name} encerrou a conexão com esta página.',
  expired: 'A conexão com {name} expirou.',
  dismiss: 'Entendi',
}
