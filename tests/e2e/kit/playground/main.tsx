import '../../../../src/app/base.css'
import { Component, StrictMode, type ReactNode } from 'react'
import { createRoot, type Root } from 'react-dom/client'
import { linkValidators, type FormModule } from '../../../../src/engine/language/forms/formModule.ts'
import { fieldKindsOf } from '../../../../src/engine/language/forms/forms.ts'
import type { Texts } from '../../../../src/engine/language/texts/texts.ts'
import { ViewContext, type View } from '../../../../src/engine/renderer/host.ts'
import { createForm, type Form as FormStore } from '../../../../src/engine/state/forms/forms.ts'
import Form from '../../../../src/engine/widgets/Form/Form.tsx'
import { loadFields } from '../../../../src/engine/widgets/Form/theme/loading.ts'
import { measures } from '../../../conformance/widgets/gallery/measure.ts'
import type { CompiledSample, Sample } from '../../../support/playground.ts'
import { ClientProvider } from '../../../../src/engine/state/client/context.ts'
import { client } from '../../../support/client.ts'

const locales = import.meta.glob<Texts>('../../../../locales/*.json', { import: 'default' })

/** Everything but the definition that a form is drawn with. */
interface Shown {
  title: string
  initial?: Sample['initial']
  answer?: Sample['answer']
}

class Guard extends Component<{ children: ReactNode }, { error: Error | null }> {
  override state = { error: null as Error | null }
  static getDerivedStateFromError(error: Error) {
    return { error }
  }
  override render() {
    return this.state.error ? <pre className="failed">{this.state.error.stack}</pre> : this.props.children
  }
}

let drawn: Root | null = null
let store: FormStore | null = null

const playground = {
  sent: [] as unknown[],
  /** The current form data, as expressions read it. */
  data: () => store?.data(),
  text: client.language.textOf,
  measures,
  async show({
    def,
    module,
    title,
    initial,
    answer,
    lang = 'en',
    theme = 'dark',
  }: CompiledSample & Shown & { lang?: string; theme?: string }) {
    const load = locales[`../../../../locales/${lang}.json`]
    if (!load) throw new Error(`There is no locales/${lang}.json.`)
    client.language.apply(lang, await load(), 'UTC')
    document.documentElement.dataset.theme = theme
    const address = URL.createObjectURL(new Blob([module], { type: 'text/javascript' }))
    const validators = linkValidators((await import(/* @vite-ignore */ address)) as FormModule)
    URL.revokeObjectURL(address)
    await loadFields(fieldKindsOf(def))
    drawn?.unmount()
    playground.sent = []
    mount(createForm(def, validators), { title, ...(initial && { initial }), ...(answer && { answer }) })
  },
}

function mount(form: FormStore, { title, initial, answer }: Shown): void {
  store = form
  const view = { screen: { form: () => form, screen: { id: 'sample' } } } as unknown as View
  let answers = answer ? [{ ok: false, failure: answer }] : []
  const onSubmit = async (data: unknown): Promise<void> => {
    playground.sent.push(data)
    const [first, ...rest] = answers
    answers = rest
    // The result of a screen's action.
    return (first ?? { ok: true }) as never
  }
  const root = document.getElementById('root')
  if (!root) throw new Error('The page has no root.')
  drawn = createRoot(root)
  drawn.render(
    <StrictMode>
      {/* As in the app, the page ends above the docked keypad. */}
      <main
        style={{
          padding: '16px',
          maxInlineSize: '390px',
          maxBlockSize: 'calc(100dvh - var(--covered))',
          overflow: 'auto',
        }}
      >
        <h1 style={{ paddingBlockEnd: '16px', fontSize: '1.25rem' }}>{title}</h1>
        <div className="case" data-case={title}>
          <Guard>
            <ClientProvider value={client}>
              <ViewContext value={view}>
                <Form form="sample" submitLabel="Send" {...(initial && { initial })} onSubmit={onSubmit} />
              </ViewContext>
            </ClientProvider>
          </Guard>
        </div>
      </main>
    </StrictMode>,
  )
}

Object.assign(globalThis, { playground })
document.body.dataset.ready = ''
export type Playground = typeof playground
