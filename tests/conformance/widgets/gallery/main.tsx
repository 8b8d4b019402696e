import '../../../../src/app/base.css'
import './gallery.css'
import { Component, type ReactNode, StrictMode, Suspense, useEffect, useState } from 'react'
import { createRoot } from 'react-dom/client'
import { Draw } from '../Draw.tsx'
import { type Components, loadAll, widgets } from '../registry.ts'
import { loadLanguage } from '../announce.ts'
import { measures } from './measure.ts'
import { ClientProvider } from '../../../../src/engine/state/client/context.ts'
import { client } from '../../../support/client.ts'

/** The parameters in the address: #widget=Button,Card&case=2&theme=light&dir=rtl&up=blue */
interface Wish {
  widget: string | null
  only: number | null
  theme: 'dark' | 'light'
  dir: 'ltr' | 'rtl'
  up: string
}

function wish(): Wish {
  const asked = new URLSearchParams(location.hash.slice(1))
  const only = asked.get('case')
  return {
    widget: asked.get('widget'),
    only: only === null ? null : Number(only),
    theme: asked.get('theme') === 'light' ? 'light' : 'dark',
    dir: asked.get('dir') === 'rtl' ? 'rtl' : 'ltr',
    up: asked.get('up') ?? 'green',
  }
}

function address(change: Partial<Wish>): string {
  const { widget, only, theme, dir, up } = { ...wish(), ...change }
  const parts = { ...(widget && { widget }), ...(only !== null && { case: String(only) }), theme, dir, up }
  return `#${new URLSearchParams(parts).toString()}`
}

async function dress({ theme, dir, up }: Wish) {
  await loadLanguage(dir === 'rtl' ? 'ar' : 'en')
  document.documentElement.dataset.theme = theme
  document.documentElement.dataset.upColor = up
}

class Guard extends Component<{ children: ReactNode }, { error: Error | null }> {
  override state = { error: null as Error | null }
  static getDerivedStateFromError(error: Error) {
    return { error }
  }
  override render() {
    return this.state.error ? <pre className="failed">{this.state.error.message}</pre> : this.props.children
  }
}

function Bar({ selected }: { selected: Wish }) {
  return (
    <div className="bar">
      <a href={address({ theme: selected.theme === 'dark' ? 'light' : 'dark' })}>{selected.theme}</a>
      <a href={address({ dir: selected.dir === 'ltr' ? 'rtl' : 'ltr' })}>{selected.dir}</a>
      <a href={address({ up: selected.up === 'green' ? 'red' : selected.up === 'red' ? 'blue' : 'green' })}>
        {selected.up} up
      </a>
      <a href={address({ widget: null, only: null })}>all</a>
      {widgets.map(({ name }) => (
        <a key={name} data-name="" href={address({ widget: name, only: null })}>
          {name}
        </a>
      ))}
    </div>
  )
}

function Gallery({ components, selected }: { components: Components; selected: Wish }) {
  const shown = widgets.filter(({ name }) => selected.widget === null || selected.widget.split(',').includes(name))
  return (
    <>
      <Bar selected={selected} />
      <main className="gallery">
        {shown.map(({ name, stories }) => (
          <div key={name} className="widget" data-widget={name}>
            <p className="name">{name}</p>
            {stories.map((story, index) =>
              selected.only === null || selected.only === index ? (
                <div key={`${story.name}${selected.theme}${selected.dir}`} className="story">
                  <p className="title">{story.name}</p>
                  <div className="case" data-case={index}>
                    <Guard>
                      <Suspense>
                        <Draw
                          node={{ widget: name, props: story.props, ...(story.slots && { slots: story.slots }) }}
                          components={components}
                        />
                      </Suspense>
                    </Guard>
                  </div>
                </div>
              ) : null,
            )}
          </div>
        ))}
      </main>
    </>
  )
}

function App({ components }: { components: Components }) {
  const [selected, setSelected] = useState(wish)
  useEffect(() => {
    const onChange = () => {
      const next = wish()
      void dress(next).then(() => setSelected(next))
    }
    addEventListener('hashchange', onChange)
    return () => removeEventListener('hashchange', onChange)
  }, [])
  useEffect(() => {
    document.body.dataset.drawn = address(selected)
  }, [selected])
  return <Gallery components={components} selected={selected} />
}

const [components] = await Promise.all([loadAll(), dress(wish())])
Object.assign(globalThis, { measures })
const root = document.getElementById('root')
if (root) {
  createRoot(root).render(
    <StrictMode>
      <ClientProvider value={client}>
        <App components={components} />
      </ClientProvider>
    </StrictMode>,
  )
}
