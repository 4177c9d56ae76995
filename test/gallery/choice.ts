import type { LinkerState, ModalOptions } from '@hawser/core'
import { classicStates } from '../../packages/react/src/classic/classicStates.fixture.ts'
import { linkedWalletsStates } from '../../packages/react/src/linkedWallets/linkedWalletsStates.fixture.ts'
import { galleryStates } from '../../packages/react/src/linkerStates.fixture.ts'
import { locales } from '../../packages/react/src/messages/matchLocale.ts'
import { sessionsStates } from '../../packages/react/src/sessions/sessionsStates.fixture.ts'
import { withIcons } from './icons.ts'

/** Every state of both variants, and of the lists of linked and of connected wallets, by `platform.View.state`. */
export const states: Readonly<Record<string, LinkerState>> = Object.fromEntries(
  Object.entries({ ...galleryStates, ...classicStates, ...linkedWalletsStates, ...sessionsStates }).map(
    ([name, state]) => [name, withIcons(state)],
  ),
)

/** The list component that shows a state, as named in its class; undefined for the modal. */
export function listOf({ keptSessions, linkedWallets }: LinkerState): 'sessions' | 'linked' | undefined {
  if (keptSessions !== undefined) return 'sessions'
  return linkedWallets.status === 'idle' ? undefined : 'linked'
}

export const themes = ['light', 'dark'] as const
/** The presets of themes.css, after the look without a preset. */
export const presets = ['none', 'paper', 'ink', 'contrast'] as const satisfies readonly (
  | 'none'
  | NonNullable<ModalOptions['theme']>
)[]
/** `pseudo` is English, 40 % longer and with accents. A text that `pseudo` clips, a real language clips too. */
export const languages = [...locales, 'pseudo'] as const

export type Theme = (typeof themes)[number]
export type Preset = (typeof presets)[number]
export type Language = (typeof languages)[number]

/** The part of the gallery that is shown. */
export type Choice = {
  readonly state: string
  readonly theme: Theme
  readonly preset: Preset
  readonly language: Language
}

/** The platform a state's name begins with. */
export function platformOf(state: string): string {
  return state.slice(0, state.indexOf('.'))
}

/** Reads a choice from a query. A missing or unknown state becomes '', and any other value its default. */
export function parseChoice(query: string): Choice {
  const params = new URLSearchParams(query)
  return {
    state: Object.keys(states).find((name) => name === params.get('state')) ?? '',
    theme: themes.find((theme) => theme === params.get('theme')) ?? 'light',
    preset: presets.find((preset) => preset === params.get('preset')) ?? 'none',
    language: languages.find((language) => language === params.get('language')) ?? 'en',
  }
}

export function formatChoice({ state, theme, preset, language }: Choice): string {
  return `?${new URLSearchParams({ state, theme, preset, language })}`
}
