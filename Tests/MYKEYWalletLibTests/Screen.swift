/// Stands for the view controller that the samples of the document are written for.
@MainActor
class Screen {
    let view = View()
    private(set) var presented: [String] = []

    func presentDataView(data: String) { presented.append(data) }

    @MainActor
    final class View {
        let toasts: AsyncStream<String>
        private let continuation: AsyncStream<String>.Continuation

        init() {
            (toasts, continuation) = AsyncStream.makeStream()
        }

        func makeToast(_ text: String) { continuation.yield(text) }

        /// The next toast.
        func next() async -> String? {
            for await toast in toasts { return toast }
            return nil
        }
    }
}
