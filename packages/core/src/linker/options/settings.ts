import type {
  LinkApiOptions,
  LinkerOptions,
  RegistryOptions,
  RelayLinkerOptions,
  RelayOptions,
  SessionOptions,
  World,
} from './linkerOptions.ts'

type Loose<Options> = { readonly [Name in keyof Options]?: Options[Name] | undefined }

/** The options of a linker in flat form. Each part of the linker takes options from several groups. */
export type LinkerSettings = World &
  Pick<LinkerOptions, 'chains' | 'connector' | 'onFailure' | 'wallets' | 'walletBrowser' | 'modal'> &
  Pick<RelayLinkerOptions, 'metadata'> &
  Loose<Omit<SessionOptions, 'keep'> & Omit<LinkApiOptions, 'url'> & Pick<RelayOptions, 'projectId'>> & {
    /** Empty with your own connector. */
    readonly relayUrl: RelayOptions['url']
    readonly relayReach?: RelayOptions['reach'] | undefined
    readonly registryUrl?: RegistryOptions['url'] | undefined
    readonly registryKey?: RegistryOptions['key'] | undefined
    readonly linkUrl?: LinkApiOptions['url'] | undefined
    readonly keepSession?: boolean | undefined
  }

/** Flattens the options of a linker. */
export function readSettings(options: LinkerOptions): LinkerSettings {
  const { relay, registry, link, session, world, metadata, ...others } = options
  const { url: linkUrl, ...linking } = { ...link }
  const { keep: keepSession, ...asking } = { ...session }
  return {
    // These come first, so that extra fields from a page without types replace nothing else.
    ...linking,
    ...asking,
    ...others,
    ...world,
    metadata: metadata ?? { name: globalThis.location?.host ?? '', description: '', icons: [] },
    relayUrl: relay?.url ?? '',
    relayReach: relay?.reach,
    projectId: relay?.projectId,
    registryUrl: registry?.url,
    registryKey: registry?.key,
    linkUrl,
    keepSession,
  }
}
