import type { ReactNode } from 'react'
import { useWorkspace } from '../model/context.tsx'
import type { View } from '../model/workspaceState.ts'
import css from './StartPage.module.css'

const STEPS: readonly { title: string; text: string; view?: View; link?: string }[] = [
  {
    title: 'Change a screen',
    text: 'Search it at the left by a word that you see in the app, and choose it. Press what you want to change in the picture at the right: its properties open beside the picture.',
  },
  {
    title: 'Change words',
    text: 'In a screen, press the words. All texts in all languages stand in one table:',
    view: 'texts',
    link: 'Texts',
  },
  {
    title: 'Make a screen',
    text: 'Press + above the list at the left.',
  },
  {
    title: 'See it in every state',
    text: 'Above the picture choose the user, the language, the theme, and whether the data is loading, empty or has failed.',
  },
  {
    title: 'Publish',
    text: 'Nothing reaches users before you publish it. What they will notice stands under',
    view: 'changes',
    link: 'Changes',
  },
]

/** Content of the view before a file is open: the first steps. */
export function StartPage(): ReactNode {
  const workspace = useWorkspace()
  const link = (view: View, label: string): ReactNode => (
    <button type="button" className={css.link} onClick={() => workspace.set({ view })}>
      {label}
    </button>
  )
  return (
    <section className={css.page} aria-label="First steps">
      <h2>What would you like to do?</h2>
      <ol className={css.steps}>
        {STEPS.map(({ title, text, view, link: label }) => (
          <li key={title}>
            <h3>{title}</h3>
            <p>
              {text} {view && label !== undefined && link(view, label)}
            </p>
          </li>
        ))}
      </ol>
      <p className={css.words}>
        A screen is a page of the app. A part is a piece that several screens share. A form has the fields that users
        fill in. Banners, notices, news, help and markets are content of the server, which those who run it change.
        Worked examples, and everything that screens are made of: {link('reference', 'Reference')}
      </p>
    </section>
  )
}
