import { otherNetworks } from '@hawser/core'
import { fill } from '../../messages/fill.ts'
import { Button } from '../frame/Button.tsx'
import type { ViewProps } from '../frame/viewProps.ts'
import { networkName } from './networkName.ts'

/** After a link: the accounts that the same wallet has on other networks of the page, each linked by one press. */
export function LinkOther({ state, send, messages }: ViewProps) {
  const { flow } = state
  const { linkOther } = messages
  // The button comes with its text: nobody reads it in another language.
  const others = otherNetworks(state)
  if (flow.status !== 'linked' || linkOther === undefined || others.length === 0) return null
  const name = flow.choice?.listing.name ?? flow.connection.walletName
  return (
    <>
      {others.map((namespace) => (
        <Button key={namespace} isWide onPress={() => send({ type: 'networkChosen', namespace })}>
          {fill(linkOther, { network: networkName(namespace), name })}
        </Button>
      ))}
    </>
  )
}
