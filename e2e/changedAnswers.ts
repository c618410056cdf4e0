import type { Page } from '@playwright/test';

/**
 * Answers a path with what the server says, its data changed. What cannot be answered is given up: a page that is closing asks
 * for nothing any more, and one that still waits shows it.
 */
export const changeAnswers = <Data>(page: Page, path: string, change: (data: Data) => Data): Promise<unknown> =>
  page.route(path, async (route) => {
    try {
      const answer = await route.fetch();
      const body = (await answer.json()) as { data: Data };
      await route.fulfill({ response: answer, json: { ...body, data: change(body.data) } });
    } catch {
      await route.abort().catch(() => undefined);
    }
  });

/** Answers a list with its rows changed. */
export const changeRows = <Row>(page: Page, path: string, change: (row: Row) => Row): Promise<unknown> =>
  changeAnswers<{ list: Row[] }>(page, `**${path}?*`, (data) => ({ ...data, list: data.list.map(change) }));
