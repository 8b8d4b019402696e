import type { Section } from './sections.ts'

/** Worked examples: what to press and to type, from the first step to the last. */
export const EXAMPLES: Section = {
  title: 'Examples',
  items: [
    {
      name: 'Change words',
      description: 'Another title, another word on a button.',
      keywords: ['text', 'translation'],
      steps: [
        'In Screens, search the word as you see it in the app, and choose the screen.',
        'Press the word in the picture at the right: its properties open beside it.',
        'Write the words into the field “text”, “label” or “title”. They change in English everywhere this text is used.',
        'Write the other languages in the view Texts.',
      ],
    },
    {
      name: 'A warning above an amount',
      description: 'A text that is shown only while the amount of a form is more than 1 000.',
      keywords: ['condition', 'visible', 'warning'],
      steps: [
        'Choose the screen with the form, and press the place in the picture where the warning belongs.',
        'In the outline press + (Add a widget), search “warning” and choose Text or Card.',
        'In its properties write the sentence, and choose the tone “warning”.',
        'Under “When is it shown?” press “Add a condition”: choose the amount of the form, “is more than”, and type 1000. That the amount may still be empty is taken care of.',
        'Type 2000 into the amount in the picture: the warning appears.',
      ],
    },
    {
      name: 'Another order',
      description: 'A row that stands above another one.',
      keywords: ['move', 'sort', 'order'],
      steps: [
        'Press the row in the picture, or choose it in the outline.',
        'Press Move up or Move down in the outline, or drag it to its place. By keyboard: Alt+↑ and Alt+↓.',
      ],
    },
    {
      name: 'A list of my records',
      description: 'A screen that fetches rows and shows each of them.',
      keywords: ['list', 'data', 'query', 'new screen'],
      steps: [
        'Press + above the list of screens, and make a screen.',
        'Give it its data: look for the call under Calls, for example by the word “records”. A call with a session needs a screen for users who are logged in.',
        'Add a List, and in it a ListCell; in “Repetition and data” of the ListCell write the name of an item and the list: row in records.rows, and what identifies an item: =row.id.',
        'In the properties of the ListCell press ƒx beside a property, and choose what it shows of the row: =row.currency.',
        'Choose Loading, Failed and Empty lists above the picture, and see what users see then.',
      ],
    },
    {
      name: 'A form that moves money',
      description: 'Fields, a question before anything is sent, and what happens afterwards.',
      keywords: ['form', 'money', 'confirm', 'call'],
      steps: [
        'Look under Calls for the one that moves the money: it says which fields it takes.',
        'Add a Form to the screen and choose its form.',
        'Its event “submit” has steps: first “confirm”, which shows what will be sent, then “call”.',
        'Say in the call what happens on success and on an error, and which data is fetched again afterwards. What is missing stands under Problems, with a button where the cure is certain.',
      ],
    },
    {
      name: 'Publish',
      description: 'No user sees your changes before this.',
      keywords: ['release', 'live'],
      steps: [
        'Solve what stands under Problems.',
        'Press Review and publish: it shows what users will notice.',
        'Write what changes and why, and publish.',
      ],
    },
  ],
}
