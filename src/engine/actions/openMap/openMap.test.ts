import { expect, test } from 'vitest'
import { contactUrl, httpsUrl } from '../../language/url.ts'
import { recorder } from '../../../../tests/support/actionRecorder.ts'
import action from './openMap.ts'

const opened = (args: Parameters<typeof action.run>[0]) => {
  const { context, log } = recorder()
  action.run(args, context)
  return String(log[0]?.[1])
}

test('hands the place over in an address that passes the gate', () => {
  expect(contactUrl(opened({ at: '52.52000,-13.40500' }))).toBe('geo:52.52000,-13.40500')
  expect(httpsUrl(opened({ at: '52.52000,13.40500', with: 'web' }))).toBe(
    'https://www.google.com/maps/search/?api=1&query=52.52000%2C13.40500',
  )
})

test('a text that is no place is not opened', () => {
  for (const at of ['', 'javascript:alert(1)', '52.5,13.4?q=label', '1,2 3', '999,1'])
    expect(contactUrl(opened({ at })), at).toBeNull()
})
