/** A browser's description of itself. Every field is a claim, and only decides which way is offered first. */
export type PlatformHints = {
  readonly userAgent: string
  /** `navigator.platform`. */
  readonly platform: string
  readonly maxTouchPoints: number
  /** `navigator.userAgentData.mobile`, if the browser has it. */
  readonly isMobileHint: boolean | undefined
  /**
   * Whether the page runs inside Telegram: Telegram's app has injected a proxy, or Telegram's script knows the app. In any other
   * browser that script calls the platform `unknown`.
   */
  readonly isTelegram: boolean
}

/** The visitor's kind of device. A tablet counts as a phone, because wallet apps are installed on it the same way. */
export type Platform = {
  readonly device: 'desktop' | 'phone'
  readonly isAndroid: boolean
  readonly isIos: boolean
  readonly isTelegram: boolean
}

// A computer with HarmonyOS names itself `PC`.
const phonePattern =
  /Android|[et]; OpenH|webOS|iPhone|iPad|iPod|BlackBerry|BB10|Opera Mini|IEMobile|Windows Phone|Mobile;|KAIOS/i
const desktopSystemPattern = /Windows NT|CrOS|Macintosh|X11; (?:Linux|Ubuntu|Fedora|OpenBSD|FreeBSD)/

/**
 * Distinguishes phones from desktops. A touch screen alone does not make a phone: touch laptops are desktops. iPadOS calls
 * itself a Mac and is recognised by its touch points.
 */
export function detectPlatform(hints: PlatformHints): Platform {
  const { userAgent, isTelegram } = hints
  const isWindowsPhone = /Windows Phone|IEMobile/i.test(userAgent)
  const isMac = hints.platform === 'MacIntel' || /Macintosh/.test(userAgent)
  // No Mac has a touch screen, so a Mac with more than one touch point is an iPad asking for desktop pages.
  const isTabletAsMac = isMac && hints.maxTouchPoints > 1
  const isIos = !isWindowsPhone && (/iPhone|iPad|iPod/.test(userAgent) || isTabletAsMac)
  // ChromeOS names Android in the user agent of its Android apps. The machine is still a laptop.
  const isAndroid = !isWindowsPhone && !isIos && /Android/i.test(userAgent) && !/CrOS/.test(userAgent)
  const isDesktopSystem = desktopSystemPattern.test(userAgent) && !isIos && !isAndroid && !isWindowsPhone
  const isPhone =
    isIos || isAndroid || (!isDesktopSystem && (phonePattern.test(userAgent) || hints.isMobileHint === true))
  return { device: isPhone ? 'phone' : 'desktop', isAndroid, isIos, isTelegram }
}

/** The globals that describe a browser. Another script of the page can have changed them. */
type BrowserGlobals = {
  readonly navigator?: {
    readonly userAgent?: unknown
    readonly platform?: unknown
    readonly maxTouchPoints?: unknown
    readonly userAgentData?: { readonly mobile?: unknown }
  }
  readonly Telegram?: { readonly WebApp?: { readonly platform?: unknown } } | null
}

/** Reads the hints of the page's own browser. A server counts as an unknown desktop. */
export function readPlatformHints(scope: object = globalThis): PlatformHints {
  const { navigator, Telegram }: BrowserGlobals = scope
  const { userAgent, platform, maxTouchPoints, userAgentData } = navigator ?? {}
  const isMobileHint = userAgentData?.mobile
  return {
    userAgent: typeof userAgent === 'string' ? userAgent : '',
    platform: typeof platform === 'string' ? platform : '',
    maxTouchPoints: typeof maxTouchPoints === 'number' ? maxTouchPoints : 0,
    isMobileHint: typeof isMobileHint === 'boolean' ? isMobileHint : undefined,
    isTelegram:
      'TelegramWebviewProxy' in scope ||
      'TelegramWebviewProxyProto' in scope ||
      (Telegram?.WebApp?.platform ?? 'unknown') !== 'unknown',
  }
}
