import * as api from '@cardinal/contract/api/packages/priceSheets.ts';
import { bind, bindFile, type Route, type Upload } from '../../../framework/domain.ts';
import { cancelBatch, wrongRowsSheet } from '../../sheetImports/face.ts';
import { decideSheet } from './decideSheet.ts';
import { PRICE_SHEET } from './priceSheetKind.ts';
import { downloadSheet, readSheet, takePriceSheet } from './readSheet.ts';

export const priceSheetRoutes: readonly Route[] = [
  bindFile(api.downloadPriceSheet, (ctx) => downloadSheet(ctx)),
  bind(api.uploadPriceSheet, (ctx, { upload }) => takePriceSheet(ctx, upload as Upload)),
  bind(api.readPriceSheet, (ctx, { query }) => readSheet(ctx, query.priceSheetId)),
  bind(api.decidePriceSheet, (ctx, { body }) => decideSheet(ctx, body)),
  bind(api.cancelPriceSheet, (ctx, { body }) => cancelBatch(ctx, PRICE_SHEET, body.priceSheetId)),
  bindFile(api.wrongPriceRows, (ctx, { query }) => wrongRowsSheet(ctx, PRICE_SHEET, query.priceSheetId)),
];
