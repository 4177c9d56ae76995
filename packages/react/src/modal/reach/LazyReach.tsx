import { useState } from 'react'
import type { OfferMessages } from '../../messages/modal/en.ts'
import { useChunk } from '../frame/useChunk.ts'
import type { FirstViewProps } from '../frame/viewProps.ts'
import { loadOwnRelay } from './loadOwnRelay.ts'
import { followCode, isUnanswered, type SeenCode } from './unanswered.ts'

type OfferProps = FirstViewProps & { readonly messages: OfferMessages }

const fetchCode = async () => (await loadOwnRelay()).OwnRelayCode
const fetchOther = async () => (await loadOwnRelay()).OtherWallet
const fetchLine = async () => (await loadOwnRelay()).CodeHint

/** Replaces a code that wallets from the stores cannot answer. */
export function OwnCode(props: FirstViewProps) {
  const { Part } = useChunk(fetchCode)
  return Part === undefined ? <div className="hawser-plate" data-empty aria-busy="true" /> : <Part {...props} />
}

/** A link to that code nevertheless, for a wallet that listens on the relay. */
export function OwnCodeLink(props: FirstViewProps) {
  const { Part } = useChunk(fetchOther)
  return Part === undefined ? null : <Part {...props} />
}

/**
 * Says which wallets a code is for: at once if few wallets can answer the code, otherwise after 40 seconds without an
 * answer.
 * @param props - `isHidden`: the code is behind another tab, and its time continues
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
