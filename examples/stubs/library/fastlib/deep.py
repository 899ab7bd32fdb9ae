class Table:
    def load(self, path):
        self.path = path
