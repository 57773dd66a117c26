/** Says on every page of a demonstration that nothing on it is real. */
export function DemonstrationBanner() {
  return (
    <aside aria-label="Demonstration" className="border-rule border-b bg-card px-5 py-2 text-center text-sm sm:px-8">
      <strong className="font-medium">Demonstration.</strong> The servers, publishers and measurements on these pages
      are simulated.
    </aside>
  )
}
