import { lazy, Suspense, type ReactNode } from 'react'
import type { ConfirmRequest } from '../../actions/contract.ts'
import { useCovers, type Cover } from '../../state/ui.ts'
import Dialog from '../../widgets/Dialog/Dialog.tsx'
import Sheet from '../../widgets/Sheet/Sheet.tsx'

const PayPassword = lazy(() => import('./PayPassword.tsx'))

export interface SheetBody {
  title?: string
  content: ReactNode
}

type Drawer = (cover: Cover) => ReactNode

const drawers: Record<string, Drawer> = {
  confirm({ body, close }) {
    return <Dialog {...(body as ConfirmRequest)} onOk={() => close(true)} onCancel={() => close(false)} />
  },
  sheet({ body, close }) {
    const { title, content } = body as SheetBody
    return (
      <Sheet {...(title !== undefined && { title })} onClose={() => close(null)}>
        {content}
      </Sheet>
    )
  },
  payPassword({ close }) {
    return (
      <Suspense>
        <PayPassword onDone={close} />
      </Suspense>
    )
  },
}

/** Sheets and dialogs that lie over the screen, in the order they were opened. */
export function CoverHost() {
  return useCovers().map((cover) => <Drawn key={cover.id} cover={cover} />)
}

function Drawn({ cover }: { cover: Cover }) {
  return drawers[cover.kind]?.(cover) ?? null
}
