import { PAGE_SIZES } from '@cardinal/contract/framework/paging.ts';
import { text } from '@cardinal/primitives/text.ts';
import { countAmount } from '@cardinal/ui/amounts.ts';
import { useText } from '@cardinal/ui/language.tsx';
import { Span } from '@cardinal/ui/layout/Text.tsx';
import { type KeyboardEvent, useState } from 'react';

const words = {
  pages: text('分页', 'Pages'),
  total: text('共 {total} 条', '{total} {total|row|rows}'),
  about: text('约 {total} 条', 'About {total} {total|row|rows}'),
  previous: text('上一页', 'Previous page'),
  next: text('下一页', 'Next page'),
  page: text('第 {page} 页', 'Page {page}'),
  size: text('每页条数', 'Rows per page'),
  perPage: text('{size} 条/页', '{size} / page'),
  go: text('跳至页码', 'Go to page'),
  farthest: text(
    '按此排序只提供前 {n} 页；更远的数据请筛选或倒序查看',
    'First {n} pages only in this order; filter or reverse it for the rest',
  ),
  reverse: text('倒序', 'Reverse order'),
};

/** The pages offered: the first, the last and those around the current one; 0 stands for a gap. */
export function offeredPages(current: number, last: number): number[] {
  const near = [1, current - 1, current, current + 1, last].filter((page) => page >= 1 && page <= last);
  const pages = [...new Set(near)].sort((a, b) => a - b);
  return pages.flatMap((page, at) => {
    const before = pages[at - 1];
    if (before === undefined || page - before === 1) return [page];
    return page - before === 2 ? [page - 1, page] : [0, page];
  });
}

/** The last page that is offered. */
export const lastPage = (total: number, pageSize: number, farthest = Number.POSITIVE_INFINITY): number =>
  Math.max(1, Math.min(Math.ceil(total / pageSize), farthest));

export function Pagination(props: {
  total: number;
  isEstimate: boolean;
  pageNum: number;
  pageSize: number;
  /** Later pages are not offered; the other end of the list is the first page of the reversed order. */
  farthest?: { readonly page: number; readonly onReverse: () => void } | undefined;
  onPage: (page: number) => void;
  /** Without it the page size is fixed. */
  onPageSize?: (size: number) => void;
}) {
  const t = useText();
  const { total, pageNum, pageSize, farthest, onPage, onPageSize } = props;
  const last = lastPage(total, pageSize, farthest?.page);
  const [typed, setTyped] = useState('');
  const jump = (event: KeyboardEvent) => {
    const page = Number(typed);
    if (event.key !== 'Enter' || !Number.isInteger(page) || page < 1) return;
    onPage(Math.min(page, last));
    setTyped('');
  };
  return (
    <nav className="pages" aria-label={t(words.pages)}>
      <span className="pages-total">
        {t(props.isEstimate ? words.about : words.total, { total: countAmount(total) })}
      </span>
      <button type="button" aria-label={t(words.previous)} disabled={pageNum <= 1} onClick={() => onPage(pageNum - 1)}>
        ‹
      </button>
      {offeredPages(Math.min(pageNum, last), last).map((page, at, all) =>
        page === 0 ? (
          <span key={`gap after ${all[at - 1]}`} aria-hidden="true">
            …
          </span>
        ) : (
          <button
            key={page}
            type="button"
            aria-label={t(words.page, { page: countAmount(page) })}
            aria-current={page === pageNum ? 'page' : undefined}
            onClick={() => onPage(page)}
          >
            {countAmount(page)}
          </button>
        ),
      )}
      <button type="button" aria-label={t(words.next)} disabled={pageNum >= last} onClick={() => onPage(pageNum + 1)}>
        ›
      </button>
      {farthest ? (
        <>
          <button type="button" onClick={farthest.onReverse}>
            {t(words.reverse)}
          </button>
          <Span ink="secondary">{t(words.farthest, { n: countAmount(farthest.page) })}</Span>
        </>
      ) : null}
      {onPageSize ? (
        <select
          aria-label={t(words.size)}
          value={pageSize}
          onChange={(event) => onPageSize(Number(event.target.value))}
        >
          {PAGE_SIZES.map((size) => (
            <option key={size} value={size}>
              {t(words.perPage, { size })}
            </option>
          ))}
        </select>
      ) : null}
      {last > 5 ? (
        <input
          aria-label={t(words.go)}
          placeholder={t(words.go)}
          inputMode="numeric"
          value={typed}
          onChange={(event) => setTyped(event.target.value.replace(/\D/g, '').slice(0, 7))}
          onKeyDown={jump}
        />
      ) : null}
    </nav>
  );
}
