import type { ReactNode } from 'react'
import { encode } from 'uqr'
import { Actions, Button, Dialog, Hint } from '../ui/ui.tsx'
import css from './Preview.module.css'

/** The address of the draft as a QR code. */
export function QrDialog({
  address,
  onClose,
  onCopied,
}: {
  address: string
  onClose: () => void
  onCopied: () => void
}): ReactNode {
  const { data, size } = encode(address, { border: 2 })
  const path = data.flatMap((row, y) => row.flatMap((dark, x) => (dark ? [`M${x} ${y}h1v1h-1z`] : []))).join('')
  return (
    <Dialog title="Open the draft on a phone" onClose={onClose}>
      <svg className={css.qr} viewBox={`0 0 ${size} ${size}`} aria-hidden>
        <path d={path} />
      </svg>
      <Hint>The draft opens only with this link. It follows your changes within seconds.</Hint>
      <a href={address} target="_blank" rel="noreferrer">
        {address}
      </a>
      <Actions>
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
