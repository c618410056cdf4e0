import { expect, test } from 'vitest';
import { imagesIn, noticeTextRule, readNoticeText } from './noticeText.ts';

test('headings, items, paragraphs and pictures are read as what they are', () => {
  expect(readNoticeText('# 维护\n今晚 **22:00** 起\n暂停开卡\n\n- 移动\n- 联通\n\n![图](image:7)')).toEqual([
    { kind: 'heading', content: [{ kind: 'words', words: '维护' }] },
    {
      kind: 'paragraph',
      lines: [
        [
          { kind: 'words', words: '今晚 ' },
          { kind: 'strong', words: '22:00' },
          { kind: 'words', words: ' 起' },
        ],
        [{ kind: 'words', words: '暂停开卡' }],
      ],
    },
    { kind: 'items', items: [[{ kind: 'words', words: '移动' }], [{ kind: 'words', words: '联通' }]] },
    { kind: 'image', words: '图', imageId: '7' },
  ]);
  expect(imagesIn('![a](image:7)\n\n![b](image:7)')).toEqual(['7']);
});

test('a link leads to https or into the console, never anywhere else', () => {
  for (const to of ['https://example.com/a', '/taskManagement/systemTask?taskNo=1']) {
    expect(noticeTextRule(`[看](${to})`)).toBeUndefined();
    expect(readNoticeText(`[看](${to})`)).toEqual([
      { kind: 'paragraph', lines: [[{ kind: 'link', words: '看', to }]] },
    ]);
  }
  for (const to of [
    'javascript:alert',
    'http://a',
    '//evil.example',
    '/\\evil.example',
    'data:text/html,x',
    'https:///x',
  ]) {
    expect(noticeTextRule(`[看](${to})`), to).toBeDefined();
    expect(JSON.stringify(readNoticeText(`[看](${to})`)), to).not.toContain('"link"');
  }
});

test('tags and scripts are words', () => {
  const hostile = '<script>alert(1)</script> <img src=x onerror=alert(1)>';
  expect(readNoticeText(hostile)).toEqual([{ kind: 'paragraph', lines: [[{ kind: 'words', words: hostile }]] }]);
});

test('too long and unstorable texts are refused', () => {
  expect(noticeTextRule('好'.repeat(5_000))).toBeUndefined();
  expect(noticeTextRule('好'.repeat(5_001))).toBeDefined();
  expect(noticeTextRule('a\u0000')).toBeDefined();
});
