// @ts-check
// Names and addresses of replays.

import assert from 'node:assert/strict';
import { test } from 'node:test';
import { fileName, recordingIn, recordingOf, replayAddress } from '../../page/replay/words.js';

test('a link leads back to its recording, and keeps the table', () => {
  const address = replayAddress('http://127.0.0.1:8080/?table=old&x=1#replay=before', 'kingfisher', 'AbC_-9');
  const { hash, searchParams } = new URL(address);
  assert.equal(recordingIn(hash), 'AbC_-9');
  assert.equal(searchParams.get('table'), 'kingfisher');
});

test('what is not a recording is not taken for one', () => {
  for (const hash of ['', '#', '#replay=', '#replay=<b>', '#table=x', '#replay=ab%20cd', `#replay=${'a'.repeat(3)}`]) {
    assert.equal(recordingIn(hash), null, hash);
  }
  for (const text of ['', 'hello world', '[1,2]', '7', 'null', '{"open":']) assert.equal(recordingOf(text), null, text);
});

test('files may hold the game itself, the recording of a link, or the whole link', () => {
  assert.equal(recordingOf('\uFEFF{"table":"kingfisher"}\n'), '{"table":"kingfisher"}');
  assert.equal(recordingOf(' AbC_-9AbC_-9AbC_-9 '), 'AbC_-9AbC_-9AbC_-9');
  assert.equal(recordingOf('http://127.0.0.1/?table=a#replay=AbC_-9\n'), 'AbC_-9');
});

test('a saved game is named by table and best score, in signs that every file system takes', () => {
  assert.equal(fileName('Kingfisher', [12, 34500]), 'carom-kingfisher-34500.json');
  assert.equal(fileName('../Élan: 2', []), 'carom-lan-2-0.json');
  assert.equal(fileName('', [1]), 'carom-table-1.json');
});
