import { useState } from 'react'
import type { OfferMessages } from '../../messages/modal/en.ts'
import { useChunk } from '../frame/useChunk.ts'
import type { FirstViewProps } from '../frame/viewProps.ts'
import { loadOwnRelay } from './loadOwnRelay.ts'
import { followCode, isUnanswered, type SeenCode } from './unanswered.ts'

type OfferProps = FirstViewProps & { readonly messages: OfferMessages }

const fetchCode = async () => (await loadOwnRelay()).OwnRelayCode
const fetchOther = async () => (await loadOwnRelay()).OtherWallet
const fetchLine = async () => (await loadOwnRelay()).CodeLine

/** In the place of a code that the wallets of the stores cannot answer. */
export function OwnCode(props: FirstViewProps) {
  const { Part } = useChunk(fetchCode)
  return Part === undefined ? <div className="hawser-plate" data-empty aria-busy="true" /> : <Part {...props} />
}

/** The way to that code all the same, for a wallet that listens on the relay. */
export function OwnCodeLink(props: FirstViewProps) {
  const { Part } = useChunk(fetchOther)
  return Part === undefined ? null : <Part {...props} />
}

/**
 * Which wallets a code is for: at once where it is shown alone for few, else when nobody has answered it for 40 seconds.
 * @param props - `isHidden`: the code is behind another tab, and its time goes on
 */
export function CodeNote({ isHidden = false, ...props }: OfferProps & { readonly isHidden?: boolean }) {
  const { state } = props
  const [seen, setSeen] = useState<SeenCode>()
  const next = followCode(state, seen)
  if (next !== seen) setSeen(next)
  const isDue = isUnanswered(state, next) || (state.ownRelay !== undefined && state.view.name === 'Qrcode')
  return isDue && !isHidden ? <LazyLine {...props} /> : null
}

function LazyLine(props: OfferProps) {
  const { Part } = useChunk(fetchLine)
  return Part === undefined ? null : <Part {...props} />
}
