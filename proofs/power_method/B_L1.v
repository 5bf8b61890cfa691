(* B-L1: all tokens are multiples of one push, so on its line, or there is no push. *)
From Coq Require Import Reals Lra List.
From Coquelicot Require Import Coquelicot.
From Kernel Require Import Prelude Resting.
From Claimed Require Import B_L1.
Open Scope R_scope.

(* The sum of vectors that are v or -v is a multiple of v. *)
Lemma sum_on_a_line {S : inner_product_space} {I} (T : list I) (x : I -> S) (v : S) :
  (forall i, x i = v \/ x i = vscale (-1) v) -> exists m, vtotal T x = vscale m v.
Proof.
  intros Line. induction T as [|j T [m E]]; simpl.
  - exists 0. apply inner_ext. intro z. rewrite inner_scale_l, inner_zero_l. ring.
  - rewrite E. destruct (Line j) as [-> | ->]; [exists (1 + m) | exists (m - 1)];
      apply inner_ext; intro z; rewrite inner_add_l, !inner_scale_l; ring.
Qed.

Theorem proof : B_L1.
Proof.
  intros Space Token tokens V x tau _ ET Sym _ Unit _ Step [Nonsingular Rest].
  assert (N := size_positive tokens ET). set (s := vscale (/ size tokens) (vtotal tokens x)).
  destruct (Req_EM_T (inner (vtotal tokens x) (vtotal tokens x)) 0) as [Zero|Some].
  { left. apply inner_definite, Zero. }
  right. set (w := V s). assert (W : w <> vzero).
  { intro E. apply Some. apply Nonsingular in E. replace (vtotal tokens x) with (vscale (size tokens) s).
    - rewrite E, inner_scale_l, inner_zero_l. ring.
    - unfold s. rewrite vscale_vscale, Rinv_r, vscale_one by lra. reflexivity. }
  set (v := vscale (/ vnorm w) w).
  assert (Line : forall i, x i = v \/ x i = vscale (-1) v).
  { intro i. destruct (proj1 (layer_rests (x i) w tau (Unit i) Step) (Rest i)) as [a [E _]].
    exact (parallel_to w (x i) a (Unit i) W E). }
  exists v. split; [exact (direction_unit w W)|]. split; [|exact Line].
  destruct (sum_on_a_line tokens x v Line) as [m E].
  assert (M : m <> 0).
  { intro Z. apply Some. rewrite E, Z, inner_scale_l. ring. }
  assert (L : 0 < vnorm w).
  { apply sqrt_lt_R0. destruct (inner_nonneg Space w) as [|Q]; auto. destruct W. apply inner_definite. auto. }
  exists (vnorm w * size tokens / m).
  assert (Q : w = vscale (/ size tokens * m) (V v)).
  { unfold w, s. rewrite E, vscale_vscale, (adjoint_scale V V Sym). reflexivity. }
  apply inner_ext. intro z. assert (Z := f_equal (fun u => inner u z) Q). cbv beta in Z.
  rewrite inner_scale_l in Z. unfold v at 2. rewrite !inner_scale_l, Z. field. repeat split; lra.
Qed.
