(* B-S5: how long a push has to be, and how long it is on average over a basis of directions. *)
From Coq Require Import Reals Lra List.
From Coquelicot Require Import Coquelicot.
From Kernel Require Import Prelude Resting Drawn OrthonormalBasis Cones Pushed.
From Claimed Require Import B_S5.
Open Scope R_scope.

(* The mean of orthonormal vectors. *)
Lemma mean_of_orthonormal {S : inner_product_space} {Token} (tokens : list Token) same (t : Token -> S) :
  enumerates tokens -> kronecker same -> (forall i j, inner (t i) (t j) = same i j) ->
  inner (vscale (/ size tokens) (vtotal tokens (fun j => t j))) (vscale (/ size tokens) (vtotal tokens (fun j => t j)))
  = 1 / size tokens.
Proof.
  intros T K O. assert (N := size_positive tokens T). rewrite inner_scale_l, inner_scale_r, inner_vtotal_l.
  rewrite (total_ext tokens _ (fun _ => 1)).
  - change (total tokens (fun _ => 1)) with (size tokens). field. lra.
  - intro i. rewrite inner_vtotal_r, <- (kronecker_total tokens same i (fun _ => 1) K T).
    apply total_ext. intro j. rewrite O. ring.
Qed.

Theorem proof : B_S5.
Proof.
  intros S Token tokens Mode modes u e t same_t dimension C same_m _ T M Large _ KT KM Unit Orth _ _ Gain.
  split; [|split].
  - intros z Some beta a Long. set (p := a * beta) in *. set (y := vadd z (vscale p u)).
    rewrite root_of_square in Long. change (10 * vnorm z <= Rabs p) in Long.
    assert (Z := positive_length z Some). assert (A := component_short u z Unit).
    split; [|split].
    + unfold y. rewrite (pushed_square u z Unit p). assert (Q := inner_nonneg S (beside u z)).
      assert (N : inner u z + p <> 0).
      { intro N. replace p with (- inner u z) in Long by lra. rewrite Rabs_Ropp in Long. lra. }
      assert (0 < (inner u z + p) * (inner u z + p)) by (apply Rsqr_pos_lt; exact N). lra.
    + change (10 * vnorm (beside u y) <= vnorm y). unfold y at 1. rewrite (beside_pushed u z Unit p).
      assert (B := pushed_sine u z Unit p). fold y in B. assert (V := vnorm_nonneg (beside u z)).
      apply Rmult_le_reg_l with (vnorm z); [exact Z|]. eapply Rle_trans; [|exact B].
      replace (vnorm z * (10 * vnorm (beside u z))) with (vnorm (beside u z) * (10 * vnorm z)) by ring.
      apply Rmult_le_compat_l; auto.
    + intro P. rewrite Rabs_right in Long by lra. apply Rabs_le_between in A. unfold y.
      rewrite inner_add_r, inner_scale_r, Unit. change (9 * vnorm z <= inner u z + p * 1). lra.
  - intros s Span. assert (Basis := basis_of_kronecker modes same_m e KM Orth Span).
    rewrite (basis_parseval modes e Basis s s). apply total_ext. intro k. ring.
  - intros Orthogonal. assert (Mean := mean_of_orthonormal tokens same_t t T KT Orthogonal).
    split; [exact Mean|]. intro Span. assert (Basis := basis_of_kronecker modes same_m e KM Orth Span).
    assert (N := size_positive tokens T). set (s := vscale (/ size tokens) (vtotal tokens (fun j => t j))) in *.
    assert (Squares : total modes (fun k => inner (e k) s ^ 2) / dimension = 1 / (size tokens * dimension)).
    { rewrite (total_ext modes _ (fun k => inner (e k) s * inner (e k) s)) by (intro; ring).
      rewrite <- (basis_parseval modes e Basis s s), Mean. field. lra. }
    assert (Pos : 0 < size tokens * dimension) by (apply Rmult_lt_0_compat; lra).
    assert (Root : 0 < sqrt (size tokens * dimension)) by (apply sqrt_lt_R0; exact Pos).
    repeat split; try exact Squares; try (rewrite Squares; apply Rlt_le, Rdiv_lt_0_compat; lra);
      rewrite ?Squares, sqrt_div_alt, sqrt_1 by exact Pos; intro H.
    + apply Rmult_le_reg_r with (/ sqrt (size tokens * dimension)); [apply Rinv_0_lt_compat; exact Root|].
      rewrite Rmult_assoc, Rinv_r by lra. unfold Rdiv in H. lra.
    + apply Rmult_le_reg_r with (sqrt (size tokens * dimension)); [exact Root|].
      unfold Rdiv. rewrite Rmult_1_l, Rmult_assoc, Rinv_l by lra. lra.
Qed.
