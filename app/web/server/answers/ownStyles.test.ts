import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { createStyleInliner } from './styleInliner';

const folder = mkdtempSync(join(tmpdir(), 'mirrorbook-styles-'));
const SHEET = `/*! a licence; {in} it */@layer theme{:root{--seen:1px;--unseen:2px}}
@layer base{a:hover{color:red}[data-x="}"]{top:0}}
@layer components{.card,.gone{gap:var(--seen)}.gone .card{top:1px}.card:not(.gone){top:2px}.set-by-script{top:3px}}
@media print{.gone{top:4px}}
@layer utilities{.sm\\:max-w-\\[10\\.5rem\\,1\\%\\]{animation:turns 1s}.\\32 xl{top:5px}:is(.any>*){top:6px}}
@keyframes turns{to{top:7px}}@keyframes rests{to{top:8px}}@property --unseen{syntax:"*";inherits:false}`;

beforeAll(() => {
  mkdirSync(join(folder, 'assets'));
  writeFileSync(join(folder, 'assets/styles-1.css'), SHEET);
  writeFileSync(join(folder, 'assets/site-1.js'), "part.className = 'set-by-script'");
});
afterAll(() => rmSync(folder, { recursive: true }));

const page = (classes: string) =>
  `<head><link rel="stylesheet" href="/assets/styles-1.css"/><script src="/assets/site-1.js" defer=""></script></head><body><p class="${classes}"></p></body>`;

test('a page has the rules of its own classes, and those that apply without a class', () => {
  const styled = createStyleInliner(folder)(page('card 2xl'));
  expect(styled).toBe(
    page('card 2xl')
      .replace(
        '<link rel="stylesheet" href="/assets/styles-1.css"/>',
        `<style>@layer theme{:root{--seen:1px;}}@layer base{a:hover{color:red}[data-x="}"]{top:0}}@layer components{.card{gap:var(--seen)}.card:not(.gone){top:2px}.set-by-script{top:3px}}@layer utilities{.\\32 xl{top:5px}:is(.any>*){top:6px}}</style>`,
      )
      .replace('</body>', '<link rel="prefetch" as="style" href="/assets/styles-1.css"/></body>'),
  );
});

test('classes with special characters are found, and the animations that they use', () => {
  const styled = createStyleInliner(folder)(page('sm:max-w-[10.5rem,1%]'));
  expect(styled).toContain('.sm\\:max-w-\\[10\\.5rem\\,1\\%\\]{animation:turns 1s}');
  expect(styled).toContain('@keyframes turns{to{top:7px}}');
  expect(styled).not.toContain('rests');
});
