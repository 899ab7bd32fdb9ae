# The formula of graphmend; the hash of the sdist is filled in by ci/release_recipes.py.
class Graphmend < Formula
  desc "Finds torch.compile graph breaks in Python source, says why, and fixes them"
  homepage "https://github.com/graphmend/graphmend"
  url "https://github.com/graphmend/graphmend/releases/download/v0.1.0/graphmend-0.1.0.tar.gz"
  sha256 "0000000000000000000000000000000000000000000000000000000000000000"
  license "Apache-2.0"
  head "https://github.com/graphmend/graphmend.git", branch: "main"

  depends_on "cli11" => :build
  depends_on "meson" => :build
  depends_on "ninja" => :build
  depends_on "pkgconf" => :build
  depends_on "tomlplusplus" => :build
  depends_on "re2"

  uses_from_macos "python" => :build

  def install
    # The sdist brings the parser and RapidJSON, which a checkout fetches.
    system "python3", "ci/fetch_deps.py" if build.head?
    system "meson", "setup", "build", "-Dtests=false", *std_meson_args, "--wrap-mode=default"
    system "meson", "compile", "-C", "build", "--verbose"
    system "meson", "install", "-C", "build", "--skip-subprojects"
  end

  test do
    (testpath/"model.py").write <<~PYTHON
      import torch

      @torch.compile
      def f(x):
          print(x)
          return x
    PYTHON
    assert_match "GM201", shell_output("#{bin}/graphmend check model.py", 1)
    assert_match version.to_s, shell_output("#{bin}/graphmend --version")
  end
end
