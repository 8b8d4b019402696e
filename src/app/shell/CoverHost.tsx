import { useCallback, useEffect, type ReactNode } from 'react'
import type { DialogProps } from '../../generated/widgets/Dialog.ts'
import { late } from '../../renderer/late.ts'
import { translate } from '../../state/language.ts'
import { showToast, useCovers, type Cover } from '../../state/ui.ts'
import { Boundary } from './Boundary.tsx'
import type { PayPasswordBody } from './PayPassword.tsx'
import { useTapShield } from './useTapShield.ts'

const Dialog = late(() => import('../../widgets/Dialog/Dialog.tsx'))
const Sheet = late(() => import('../../widgets/Sheet/Sheet.tsx'))
const PayPassword = late(() => import('./PayPassword.tsx'))

export interface SheetBody {
  title?: string
  content: ReactNode
}

type Drawer = (cover: Cover) => ReactNode

const drawers: Record<string, Drawer> = {
  confirm: (cover) => <Dialog {...(cover.body as DialogProps)} onOk={() => cover.close(true)} onRenew={() => cover.close('renew')} onCancel={() => cover.close(false)} />,
  sheet: (cover) => {
    const { title, content } = cover.body as SheetBody
    return (
      <Sheet {...(title !== undefined && { title })} onClose={() => cover.close(null)}>
        {content}
      </Sheet>
    )
  },
  payPassword: (cover) => <PayPassword {...(cover.body as PayPasswordBody)} onDone={(proof) => cover.close(proof)} />,
}

/** Sheets and dialogs that lie over the screen, in the order they were opened. */
export function CoverHost() {
  const covers = useCovers()
  useTapShield(covers.length)
  return covers.map((cover) => <Drawn key={cover.id} cover={cover} />)
}

function Drawn({ cover }: { cover: Cover }) {
  const lost = useCallback(() => <Lost cover={cover} />, [cover])
  return <Boundary fallback={lost}>{drawers[cover.kind]?.(cover)}</Boundary>
}

/** What cannot be shown cannot be answered: it counts as left, and whoever asked goes on. */
function Lost({ cover }: { cover: Cover }) {
  useEffect(() => {
    showToast(translate('error.unreachable'), { tone: 'error' })
    cover.close(null)
  }, [cover])
  return null
}
