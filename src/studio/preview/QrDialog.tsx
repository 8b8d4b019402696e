import type { ReactNode } from 'react'
import { encode } from 'uqr'
import { Actions, Button, Dialog, Hint } from '../ui/ui.tsx'
import css from './Preview.module.css'

/** The address of the draft as a QR code. */
export function QrDialog({
  address,
  fixture,
  onClose,
  onCopied,
  onEnd,
}: {
  address: string
  /** The name of the chosen fixture; empty for none. */
  fixture: string
  onClose: () => void
  onCopied: () => void
  /** The link opens nothing any more; the next one is another. */
  onEnd: () => void
}): ReactNode {
  const { data, size } = encode(address, { border: 2 })
  const path = data.flatMap((row, y) => row.flatMap((dark, x) => (dark ? [`M${x} ${y}h1v1h-1z`] : []))).join('')
  return (
    <Dialog title="Open the draft on a phone" onClose={onClose}>
      <svg className={css.qr} viewBox={`0 0 ${size} ${size}`} aria-hidden>
        <path d={path} />
      </svg>
      <Hint>
        A person with this link sees the draft, until it is published, discarded, or the link is ended here. It follows
        your changes within seconds. Log in there with an account of this server.
        {fixture !== '' &&
          ` The parameters of the saved state “${fixture}” go along; its user and its replies are made by this page, and stay here.`}
      </Hint>
      {/^(127\.|localhost$|\[::1\]$)/.test(location.hostname) && (
        <Hint>
          This address is that of your own computer. For a phone, open the studio by the server's name or network
          address.
        </Hint>
      )}
      <a className={css.qrAddress} href={address} target="_blank" rel="noreferrer">
        {address}
      </a>
      <Actions>
        <Button onClick={onEnd}>End this link</Button>
        <Button
          look="primary"
          onClick={() => {
            void navigator.clipboard.writeText(address).then(onCopied)
          }}
        >
          Copy the link
        </Button>
      </Actions>
    </Dialog>
  )
}
