// @vitest-environment jsdom
import { act, fireEvent, render, screen, waitFor } from '../../../../tests/support/react.tsx'
import userEvent from '@testing-library/user-event'
import { hasFlag } from 'country-flag-icons'
import { expect, it, vi } from 'vitest'
import ChoiceList from './ChoiceList.tsx'
import { COUNTRIES } from '../Form/inputs/countries.ts'
import { countryNames } from './countryNames.ts'
import { matchesWords } from '../../language/texts/typedText.ts'

const items = [
  { id: 'en', label: 'English' },
  { id: 'fr', label: 'Français', hint: 'French' },
  { id: 'xx', label: 'Other', disabled: true },
]

it('is a radio group', () => {
  render(<ChoiceList label="Language" items={items} value="en" />)
  expect(screen.getByRole('radiogroup', { name: 'Language' })).toBeTruthy()
  expect(screen.getByRole<HTMLInputElement>('radio', { name: 'Other' }).disabled).toBe(true)
})

it('reports a choice, and shows its value regardless of it', async () => {
  const onChange = vi.fn()
  render(<ChoiceList label="Language" items={items} value="en" onChange={onChange} />)
  await act(async () => void fireEvent.click(screen.getByRole('radio', { name: 'Français', description: 'French' })))
  expect(onChange.mock.calls).toEqual([[{ value: 'fr' }]])
  expect(screen.getByRole<HTMLInputElement>('radio', { name: 'English' }).checked).toBe(true)
})

it('the arrow keys move the focus, the space and enter keys choose', async () => {
  const onChange = vi.fn()
  render(
    <ChoiceList label="Language" items={[...items, { id: 'de', label: 'Deutsch' }]} value="en" onChange={onChange} />,
  )
  const user = userEvent.setup()
  await user.tab()
  const focused: (string | null | undefined)[] = []
  for (const key of ['ArrowDown', 'ArrowDown', 'ArrowDown', 'ArrowUp', 'Home', 'ArrowRight', 'End', 'ArrowLeft']) {
    await user.keyboard(`{${key}}`)
    focused.push(document.activeElement?.getAttribute('aria-label'))
  }
  expect(focused).toEqual(['Français', 'Deutsch', 'English', 'Deutsch', 'English', 'English', 'Deutsch', 'Deutsch'])
  expect(onChange).not.toHaveBeenCalled()
  await user.keyboard(' ')
  await user.keyboard('{ArrowUp}{Enter}')
  expect(onChange.mock.calls).toEqual([[{ value: 'de' }], [{ value: 'fr' }]])
})

it('leaves the arrow keys to the browser as a field of a form', () => {
  render(
    <form>
      <ChoiceList label="Language" items={items} value="en" />
    </form>,
  )
  expect(fireEvent.keyDown(screen.getByRole('radio', { name: 'English' }), { key: 'ArrowDown' })).toBe(true)
})

const type = async (text: string) => {
  fireEvent.change(screen.getByRole('searchbox'), { target: { value: text } })
  await act(async () => void (await new Promise((resolve) => setTimeout(resolve, 5))))
}

it('searches labels and hints and shows when nothing matches', async () => {
  render(<ChoiceList label="Language" items={items} value="en" search />)
  await type('francais')
  expect(screen.getAllByRole('radio').map((radio) => radio.getAttribute('aria-label'))).toEqual(['Français'])
  await type('zzz')
  expect(screen.queryByRole('radio')).toBeNull()
  expect(screen.getByRole('status').textContent).toBe('ui.noMatch')
})

it('lists what the device suggests first, if it is offered', () => {
  const { rerender } = render(<ChoiceList label="Language" items={items} value="en" first="fr" />)
  const labels = () => screen.getAllByRole('radio').map((radio) => radio.getAttribute('aria-label'))
  expect(labels()[0]).toBe('Français')
  rerender(<ChoiceList label="Language" items={items} value="en" first="none" />)
  expect(labels()[0]).toBe('English')
})

it('marks items by their first letters', () => {
  const languages = ['English', 'Français', '日本語', 'العربية'].map((label) => ({ id: label, label }))
  const { container } = render(<ChoiceList label="Language" items={languages} value="" marks="letters" />)
  expect(
    [...container.querySelectorAll('label > span[aria-hidden]:first-of-type')].map((element) => element.textContent),
  ).toEqual(['En', 'Fr', '日', 'ع'])
})

it('shows the flags of countries', async () => {
  const { container } = render(
    <ChoiceList label="Country" items={[{ id: 'JP', label: 'Japan', flag: 'JP' }]} value="JP" />,
  )
  await waitFor(() => expect(container.querySelector('img')?.src).toContain(encodeURIComponent('#D80027')))
})

it('finds a country by its name in its own language and in English', () => {
  for (const [country, query] of Object.entries({ DE: 'deu', JP: '日本', ES: 'spain', EG: 'مصر' }))
    expect(matchesWords(query, countryNames(country)), query).toBe(true)
  expect(COUNTRIES.filter((country) => !countryNames(country).trim())).toEqual([])
})

it('has a flag for every country and territory', () => {
  expect(COUNTRIES.filter((country) => !hasFlag(country))).toEqual([])
})

it('finds without accents and case, every word', () => {
  expect(matchesWords('cote ivoire', "Côte d'Ivoire")).toBe(true)
  expect(matchesWords('COTE x', "Côte d'Ivoire")).toBe(false)
  expect(matchesWords('+44', 'United Kingdom', '+44')).toBe(true)
})
