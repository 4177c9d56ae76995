import { otherNetworks } from '@hawser/core'
import { fill } from '../../messages/fill.ts'
import { Button } from '../frame/Button.tsx'
import type { ViewProps } from '../frame/viewProps.ts'
import { networkName } from './networkName.ts'

/** After a link: the accounts of the same wallet on the page's other networks. One press links an account. */
export function LinkOther({ state, linker, messages }: ViewProps) {
  const { flow } = state
  const { linkOther } = messages
  // The button waits for its text, so that it does not appear in another language.
  const others = otherNetworks(state)
  if (flow.status !== 'linked' || flow.choice === undefined || linkOther === undefined) return null
  const { listing } = flow.choice
  return (
    <>
      {others.map((namespace) => (
        <Button key={namespace} isWide onPress={() => linker.chooseWallet(listing, { namespace })}>
          {fill(linkOther, { network: networkName(namespace), name: listing.name })}
        </Button>
      ))}
    </>
  )
}
