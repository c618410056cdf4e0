import { type ComponentProps, lazy, Suspense } from 'react';

// Loaded when somebody exports.
const ExportSheet = lazy(() => import('./ExportSheet.tsx'));

export const LaterExportSheet = (props: ComponentProps<typeof ExportSheet>) => (
  <Suspense fallback={null}>
    <ExportSheet {...props} />
  </Suspense>
);
