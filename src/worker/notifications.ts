import { report } from '../engine/language/report.ts'

/** Message that the server pushes to the user, in the user's language. */
interface PushedMessage {
  id: string
  lang: string
  title: string
  text: string
  link: string | null
}

interface WindowPage {
  focus(): Promise<unknown>
  navigate(url: string): Promise<unknown>
}

export interface NotificationPorts {
  show(title: string, options: NotificationOptions): Promise<void>
  /** Pages of the app that are open, the last used one first. */
  pages(): Promise<readonly WindowPage[]>
  open(url: string): Promise<unknown>
  /** Address under which the app lies, with its last slash. */
  base: string
}

const isRoute = (link: unknown): link is string => typeof link === 'string' && /^\/pages\/[\w./?=&%-]*$/.test(link)

/** Shows a pushed message; a message with the same id is replaced. A browser ends a subscription whose pushes show nothing. */
export async function showMessage({ show, base }: NotificationPorts, message: Partial<PushedMessage>): Promise<void> {
  const { id, lang, title, text, link } = message
  await show(title ?? '', {
    body: text ?? '',
    ...(id !== undefined && { tag: id }),
    ...(lang !== undefined && { lang }),
    dir: 'auto',
    icon: `${base}icons/192.png`,
    data: isRoute(link) ? link : '',
  })
}

/** Opens the screen of a notification, in an open page of the app if there is one. */
export async function openMessage({ pages, open, base }: NotificationPorts, link: unknown): Promise<void> {
  const url = isRoute(link) ? `${base}#${link}` : base
  const [page] = await pages()
  if (!page) return void (await open(url))
  // A browser lets a page be focused only by a press.
  await page.focus().catch((error: unknown) => report(error, 'focus the page'))
  await page.navigate(url).catch(() => open(url))
}
