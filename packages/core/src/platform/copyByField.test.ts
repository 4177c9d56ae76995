// @vitest-environment happy-dom
import { afterEach, expect, test } from 'vitest'
import { copyByField } from './copyByField.ts'

let answer = true
let copied: string[] = []

/** happy-dom has no such command: this one copies what is selected. */
document.execCommand = (command) => {
  const field = document.querySelector('textarea')
  if (command === 'copy' && answer) copied.push(field?.value ?? '')
  return answer
}

afterEach(() => {
  document.body.replaceChildren()
  answer = true
  copied = []
})

test('copyByField: copies within the dialog that has the focus, which stays where it was', () => {
  const dialog = document.createElement('dialog')
  const button = document.createElement('button')
  dialog.append(button)
  document.body.append(dialog)
  dialog.open = true
  button.focus()
  copyByField('wc:text')
  expect(copied).toEqual(['wc:text'])
  expect(document.activeElement).toBe(button)
  expect(document.querySelector('textarea')).toBeNull()
})

test('copyByField: a browser that refuses leaves nothing in the page, and says so', () => {
  answer = false
  expect(() => copyByField('wc:text')).toThrow('did not copy')
  expect(document.querySelector('textarea')).toBeNull()
})
