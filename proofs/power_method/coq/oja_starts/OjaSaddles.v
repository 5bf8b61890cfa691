(* Which states at rest the Oja map leaves: all but consensus at the first eigenvector and its opposite, and
   opposite groups of equal size across which the operator is not positive. *)
From Coq Require Import Reals Lra List.
From Coquelicot Require Import Coquelicot.
From Kernel Require Import Prelude Derivatives Words Curves Frechet States OjaEnergy OjaMap OjaConsensus.
Open Scope R_scope.

Section Saddles.
Context {U : inner_product_space} {Token : Type} (tokens : list Token) (V : U -> U) (tau : R).
Hypothesis ET : enumerates tokens.
Hypothesis Sym : adjoint V V.
Hypothesis Tpos : 0 < tau.
Let n0 := size_positive tokens ET.
Local Notation mean := (OjaEnergy.mean tokens).
Local Notation pushed := (OjaEnergy.pushed tokens V tau).
Local Notation n := (size tokens).
Context (v : U) (lam nu : R).
Hypothesis Vv : inner v v = 1.
Hypothesis Eigen : V v = vscale lam v.
Hypothesis Lpos : 0 < lam.
Hypothesis Gap : nu < lam.
Hypothesis Across : forall z, inner z v = 0 -> inner (V z) z <= nu * inner z z.
Context (p : Token -> U) (rho : Token -> R).
Hypothesis P : on_spheres p.
Hypothesis Rest : forall i, pushed p i = vscale (rho i) (p i).
(* No tangent direction is left along. *)
Definition held := forall z : Token -> U, (forall i, inner (p i) (z i) = 0) ->
  tau * n * inner (V (mean z)) (mean z) <= total tokens (fun i => (rho i - 1) * inner (z i) (z i)).
Hypothesis Held : held.
Let w := V (mean p).
Lemma push_at i : vscale tau w = vscale (rho i - 1) (p i).
Proof.
  apply inner_ext. intro q. assert (E := f_equal (fun a => inner a q) (Rest i)). cbv beta in E.
  unfold OjaEnergy.pushed in E. fold w in E. rewrite inner_add_l, !inner_scale_l in E. rewrite !inner_scale_l. lra.
Qed.
Lemma mean_same (a : U) : mean (fun _ => a) = a.
Proof.
  apply inner_ext. intro q. apply Rmult_eq_reg_l with n; [|lra]. rewrite (sum_of_mean tokens ET).
  unfold size. rewrite <- total_scale_r. apply total_ext. intro. ring.
Qed.
Lemma not_all_along a : (forall i, inner (p i) a = 0) ->
  tau * n * inner (V a) a <= total tokens (fun i => rho i - 1) * inner a a.
Proof.
  intro H. assert (Q := Held (fun _ => a) H). rewrite mean_same, total_scale_r in Q. exact Q.
Qed.
Lemma simple_first a : V a = vscale lam a -> a = vscale (inner v a) v.
Proof.
  intro E. assert (O : inner (off v a) v = 0) by (apply off_across, Vv).
  assert (G := Across (off v a) O).
  assert (Ev : V (off v a) = vscale lam (off v a)).
  { unfold off, vsub. rewrite (adjoint_add V V Sym), !(adjoint_scale V V Sym), E, Eigen. vector_sums. }
  rewrite Ev, inner_scale_l in G. assert (N := inner_nonneg _ (off v a)).
  assert (Z : inner (off v a) (off v a) = 0).
  { apply Rle_antisym; [|exact N]. apply Rmult_le_reg_l with (lam - nu); lra. }
  apply inner_definite in Z. apply inner_ext. intro q. assert (Y := f_equal (fun b => inner b q) Z). cbv beta in Y.
  unfold off, vsub in Y. rewrite inner_add_l, !inner_scale_l, inner_zero_l in Y. rewrite inner_scale_l. lra.
Qed.
Lemma other_across a mu : V a = vscale mu a -> mu <> lam -> inner a v = 0.
Proof.
  intros E N. assert (H := Sym a v). rewrite E, Eigen, inner_scale_l, inner_scale_r in H.
  apply Rmult_eq_reg_l with (mu - lam); lra.
Qed.

(* Tokens on a line. *)
Section Line.
Context (u : U) (eps : Token -> R).
Hypothesis Uu : inner u u = 1.
Hypothesis Signs : forall i, eps i * eps i = 1.
Hypothesis On : forall i, p i = vscale (eps i) u.
Let mu := total tokens eps / n.
Lemma line_mean : mean p = vscale mu u.
Proof.
  apply inner_ext. intro q. apply Rmult_eq_reg_l with n; [|lra]. rewrite (sum_of_mean tokens ET), inner_scale_l.
  unfold mu. replace (n * (total tokens eps / n * inner u q)) with (total tokens eps * inner u q) by (field; lra).
  rewrite <- total_scale_r. apply total_ext. intro i. rewrite On. apply inner_scale_l.
Qed.
Lemma line_total : total tokens eps = n * mu.
Proof. unfold mu. field. lra. Qed.
Lemma line_short : mu * mu <= 1.
Proof.
  assert (M := mean_short tokens ET p P). rewrite line_mean, inner_scale_l, inner_scale_r, Uu in M. lra.
Qed.
Lemma line_squares : total tokens (fun i => (eps i - mu) * (eps i - mu)) = n * (1 - mu * mu).
Proof.
  rewrite (total_ext tokens _ (fun i => (1 + mu * mu) * 1 + -2 * mu * eps i)).
  - rewrite total_add, !total_scale, line_total. unfold size. ring.
  - intro i. assert (S := Signs i). lra.
Qed.
(* With a push. *)
Context (c : R).
Hypothesis Push : w = vscale c u.
Lemma line_lengths i : rho i - 1 = tau * c * eps i.
Proof.
  assert (E := f_equal (fun a => inner a (p i)) (push_at i)). cbv beta in E.
  rewrite Push, !inner_scale_l, (P i), On, inner_scale_r, Uu in E. lra.
Qed.
Lemma line_lengths_total : total tokens (fun i => rho i - 1) = tau * c * (n * mu).
Proof. rewrite (total_ext tokens _ (fun i => tau * c * eps i)) by apply line_lengths.
  rewrite total_scale, line_total. ring. Qed.
Lemma line_eigen : vscale mu (V u) = vscale c u.
Proof. rewrite <- (adjoint_scale V V Sym), <- line_mean. exact Push. Qed.
Lemma line_first : mu <> 0 -> u = vscale (inner v u) v.
Proof.
  intro M. assert (E : V u = vscale (c / mu) u).
  { assert (H := f_equal (vscale (/ mu)) line_eigen). rewrite !vscale_vscale, Rinv_l, vscale_one in H by exact M.
    rewrite H. f_equal. unfold Rdiv. ring. }
  destruct (Req_dec (c / mu) lam) as [Q|Q]; [rewrite Q in E; apply simple_first, E|]. exfalso.
  assert (O := other_across u _ E Q). assert (L := not_all_along v).
  assert (T : forall i, inner (p i) v = 0) by (intro i; rewrite On, inner_scale_l, O; ring).
  specialize (L T). rewrite Eigen, inner_scale_l, Vv, line_lengths_total in L.
  assert (F := Across u O). rewrite E, inner_scale_l, Uu in F.
  assert (Mp : 0 < mu * mu) by (apply Rsqr_pos_lt; exact M). assert (S := line_short).
  replace (tau * c * (n * mu) * 1) with (tau * n * (c / mu * (mu * mu))) in L by (field; exact M).
  assert (TN : 0 < tau * n) by (apply Rmult_lt_0_compat; lra).
  assert (L' : lam * 1 <= c / mu * (mu * mu)) by (apply Rmult_le_reg_l with (tau * n); [exact TN | lra]).
  destruct (Rle_lt_dec (c / mu) 0) as [Neg|Pos].
  - assert (0 <= - (c / mu) * (mu * mu)) by (apply Rmult_le_pos; lra). lra.
  - assert (c / mu * (mu * mu) <= c / mu * 1) by (apply Rmult_le_compat_l; lra). lra.
Qed.
Lemma line_even e : mu <> 0 -> inner e e = 1 -> inner e v = 0 -> mu * mu = 1.
Proof.
  intros M Ee Ev. assert (F := line_first M). set (k := inner v u) in *.
  assert (Kk : k * k = 1) by (rewrite F, inner_scale_l, inner_scale_r, Vv in Uu; lra).
  assert (Cl : c = lam * mu).
  { assert (E := f_equal (fun a => inner a u) line_eigen). cbv beta in E. rewrite !inner_scale_l, Uu in E.
    rewrite F, (adjoint_scale V V Sym), Eigen, !inner_scale_l, inner_scale_r, Vv in E.
    replace (mu * (k * (lam * (k * 1)))) with (lam * mu * (k * k)) in E by ring. rewrite Kk in E. lra. }
  assert (Eu : inner u e = 0) by (rewrite F, inner_scale_l, (inner_sym _ v e), Ev; ring).
  assert (Q := Held (fun i => vscale (eps i - mu) e)).
  assert (T : forall i, inner (p i) (vscale (eps i - mu) e) = 0).
  { intro i. rewrite On, inner_scale_l, inner_scale_r, Eu. ring. }
  specialize (Q T). assert (Mz : mean (fun i => vscale (eps i - mu) e) = vzero).
  { apply inner_ext. intro q. apply Rmult_eq_reg_l with n; [|lra]. rewrite (sum_of_mean tokens ET), inner_zero_l.
    rewrite (total_ext tokens _ (fun i => (eps i + -1 * mu) * inner e q)) by (intro i; rewrite inner_scale_l; ring).
    rewrite total_scale_r, total_add, line_total. rewrite (total_ext tokens (fun _ => -1 * mu)
      (fun _ => -1 * mu * 1)) by (intro; ring).
    rewrite total_scale. change (total tokens (fun _ => 1)) with n. ring. }
  rewrite Mz, inner_zero_r, Rmult_0_r in Q.
  rewrite (total_ext tokens _ (fun i => tau * c * ((1 + mu * mu) * eps i + -2 * mu * 1))) in Q.
  - rewrite total_scale, total_add, !total_scale, line_total in Q. change (total tokens (fun _ => 1)) with n in Q.
    assert (S := line_short). assert (Mp : 0 < mu * mu) by (apply Rsqr_pos_lt; exact M).
    rewrite Cl in Q. apply Rle_antisym; [exact S|].
    assert (K : 0 < tau * lam * n * (mu * mu)) by (apply Rmult_lt_0_compat; [repeat apply Rmult_lt_0_compat;
      lra | exact Mp]).
    apply Rmult_le_reg_l with (tau * lam * n * (mu * mu)); [exact K|]. lra.
  - intro i. rewrite line_lengths, !inner_scale_l, inner_scale_r, Ee. assert (S := Signs i).
    replace (tau * c * eps i * ((eps i - mu) * ((eps i - mu) * 1))) with
      (tau * c * (eps i * eps i * eps i - 2 * mu * (eps i * eps i) + mu * mu * eps i)) by ring. rewrite S. ring.
Qed.
End Line.
Lemma equal_moves {I} (i k : I) (f : I -> R) : equal i k * f k = equal i k * f i.
Proof.
  unfold equal. destruct (ClassicalDedekindReals.sig_not_dec (i = k)) as [N|N]; [|ring].
  destruct (Req_EM_T (f k) (f i)) as [E|E]; [rewrite E; reflexivity|]. exfalso. apply N. intros ->. exact (E eq_refl).
Qed.
(* Two tokens across each other to some extent are moved so that the mean moves along v. *)
Lemma without_push_on_a_line i j : (forall k, rho k = 1) -> 1 <= inner (p i) (p j) * inner (p i) (p j).
Proof.
  intro One. apply Rnot_lt_le. intro L. set (c := inner (p i) (p j)) in *.
  assert (D : i <> j) by (intro E; unfold c in L; rewrite E, (P j) in L; lra).
  set (t := inner v (p i) / (1 - c * c)).
  set (b := vscale t (vsub (p i) (vscale c (p j)))). set (a := vsub v b).
  assert (Ib : inner (p i) b = inner v (p i)).
  { unfold b, vsub. rewrite inner_scale_r, inner_add_r, !inner_scale_r, (P i). fold c. unfold t. field. lra. }
  assert (A : inner (p i) a = 0).
  { unfold a, vsub. rewrite inner_add_r, inner_scale_r, Ib, (inner_sym _ v). ring. }
  assert (B : inner (p j) b = 0).
  { unfold b, vsub. rewrite inner_scale_r, inner_add_r, !inner_scale_r, (P j), (inner_sym _ (p j) (p i)).
    fold c. ring. }
  set (z := pair_at i j a b).
  assert (T : forall k, inner (p k) (z k) = 0).
  { intro k. unfold z, pair_at. rewrite inner_add_r, !inner_scale_r.
    rewrite (equal_moves i k (fun k => inner (p k) a)), (equal_moves j k (fun k => inner (p k) b)), A, B. ring. }
  assert (M : mean z = vscale (/ n) v).
  { apply inner_ext. intro q. apply Rmult_eq_reg_l with n; [|lra]. rewrite (sum_of_mean tokens ET), inner_scale_l.
    unfold z. rewrite (pair_total tokens i j a b ET D (fun s => inner s q)) by apply inner_zero_l.
    unfold a, vsub. rewrite inner_add_l, inner_scale_l. field. lra. }
  assert (Q := Held z T). rewrite M, (adjoint_scale V V Sym), Eigen, !inner_scale_l, inner_scale_r, Vv in Q.
  rewrite (total_ext tokens _ (fun _ => 0)), total_zero in Q by (intro k; rewrite One; ring).
  assert (0 < tau * n * (/ n * (lam * (/ n * 1)))); [|lra].
  assert (0 < / n) by (apply Rinv_0_lt_compat; lra). repeat apply Rmult_lt_0_compat; lra.
Qed.
Theorem held_states e : inner e e = 1 -> inner e v = 0 ->
  ((forall i, p i = v) \/ (forall i, p i = vscale (-1) v)) \/
  exists u eps, inner u u = 1 /\ (forall i, eps i * eps i = 1) /\ (forall i, p i = vscale (eps i) u) /\
    total tokens eps = 0 /\ forall a, inner a u = 0 -> inner (V a) a <= 0.
Proof.
  intros Ee Ev. destruct (Req_EM_T (inner w w) 0) as [Z|N].
  - right. assert (W0 : w = vzero) by (apply inner_definite, Z).
    assert (One : forall k, rho k = 1).
    { intro k. assert (E := f_equal (fun a => inner a (p k)) (push_at k)). cbv beta in E.
      rewrite W0, !inner_scale_l, inner_zero_l, (P k) in E. lra. }
    assert (I0 : exists i : Token, True).
    { assert (Ne := proj1 ET). clear - Ne. destruct tokens as [|i q]; [tauto | exists i; exact Logic.I]. }
    destruct I0 as [i0 _]. set (u := p i0). set (eps := fun i => inner u (p i)). exists u, eps.
    assert (Uu : inner u u = 1) by apply P.
    assert (Signs : forall i, eps i * eps i = 1).
    { intro i. apply Rle_antisym; [|apply without_push_on_a_line, One].
      assert (C := cauchy_schwarz u (p i)). rewrite Uu, P in C. unfold eps. lra. }
    assert (On : forall i, p i = vscale (eps i) u).
    { intro i. assert (Q : inner (vsub (p i) (vscale (eps i) u)) (vsub (p i) (vscale (eps i) u)) = 0).
      { unfold vsub. rewrite !inner_add_l, !inner_add_r, !inner_scale_l, !inner_scale_r, (P i).
        rewrite (inner_sym _ (p i) u), Uu. change (inner u (p i)) with (eps i). assert (S := Signs i). lra. }
      apply inner_definite in Q. apply inner_ext. intro q. assert (E := f_equal (fun a => inner a q) Q).
        cbv beta in E.
      unfold vsub in E. rewrite inner_add_l, !inner_scale_l, inner_zero_l in E. rewrite inner_scale_l. lra. }
    split; [apply P|]. split; [exact Signs|]. split; [exact On|].
    assert (Push : w = vscale 0 u) by (rewrite W0, vscale_zero; reflexivity). split.
    + destruct (Req_dec (total tokens eps / n) 0) as [E|E].
      { assert (H := line_total eps). rewrite E in H. lra. }
      exfalso. assert (F := line_first u eps Uu On 0 Push E).
      assert (H := f_equal (fun a => inner a v) (line_eigen u eps On 0 Push)). cbv beta in H.
      rewrite F, (adjoint_scale V V Sym), Eigen, !inner_scale_l, Vv in H.
      assert (K : inner v u <> 0).
      { intro K. assert (Uv := Uu). rewrite F, K, vscale_zero, inner_zero_l in Uv. lra. }
      assert (X : total tokens eps / n * (inner v u * lam) = 0) by lra.
      destruct (Rmult_integral _ _ X) as [Y|Y]; [exact (E Y)|]. destruct (Rmult_integral _ _ Y); [auto | lra].
    + intros a A. assert (Q := not_all_along a).
      assert (T : forall i, inner (p i) a = 0).
      { intro i. rewrite On, inner_scale_l, (inner_sym _ u a), A. ring. }
      specialize (Q T). rewrite (total_ext tokens (fun i => rho i - 1) (fun _ => 0)), total_zero in Q
        by (intro k; rewrite One; ring).
      assert (0 < tau * n) by (apply Rmult_lt_0_compat; lra).
      apply Rmult_le_reg_l with (tau * n); lra.
  - left. assert (Wp : 0 < inner w w) by (assert (G := inner_nonneg U w); lra).
    assert (Lw : 0 < vnorm w) by (apply sqrt_lt_R0, Wp). assert (Sq := vnorm_square w).
    set (c := vnorm w) in *. set (u := vscale (/ c) w).
    assert (Uu : inner u u = 1) by (unfold u; rewrite inner_scale_l, inner_scale_r, <- Sq; field; lra).
    assert (Push : w = vscale c u) by (unfold u; rewrite vscale_vscale, Rinv_r, vscale_one; [reflexivity | lra]).
    set (eps := fun i => inner (p i) u).
    assert (Ue : forall i, u = vscale (eps i) (p i)).
    { intro i. assert (W : w = vscale ((rho i - 1) / tau) (p i)).
      { assert (H := f_equal (vscale (/ tau)) (push_at i)). rewrite !vscale_vscale, Rinv_l, vscale_one in H by lra.
        rewrite H. f_equal. unfold Rdiv. ring. }
      unfold eps. set (k := (rho i - 1) / tau) in *. unfold u. rewrite W.
      rewrite !inner_scale_r, (P i), vscale_vscale. f_equal. ring. }
    assert (Signs : forall i, eps i * eps i = 1).
    { intro i. assert (H := Uu). rewrite (Ue i), inner_scale_l, inner_scale_r, (P i) in H. lra. }
    assert (On : forall i, p i = vscale (eps i) u).
    { intro i. rewrite (Ue i) at 1. rewrite vscale_vscale, Signs, vscale_one. reflexivity. }
    set (mu := total tokens eps / n).
    assert (M : mu <> 0).
    { intro E. apply N. unfold w. rewrite (line_mean u eps On). fold mu.
      rewrite E, vscale_zero, (adjoint_zero V V Sym).
      apply inner_zero_l. }
    assert (Even := line_even u eps Uu Signs On c Push e M Ee Ev). fold mu in Even.
    assert (F := line_first u eps Uu On c Push M). set (k := inner v u) in *.
    assert (Kk : k * k = 1) by (rewrite F, inner_scale_l, inner_scale_r, Vv in Uu; lra).
    assert (Same : forall i, eps i = mu).
    { intro i. assert (S := line_squares eps Signs). fold mu in S. rewrite Even in S.
      assert (G := total_at_least tokens (fun i => (eps i - mu) * (eps i - mu)) i (proj2 (proj2 ET) i)
        (fun j => Rle_0_sqr (eps j - mu))). cbv beta in G.
      assert (H : (eps i - mu) * (eps i - mu) = 0) by (apply Rle_antisym; [lra | apply Rle_0_sqr]).
      apply Rsqr_0_uniq in H. lra. }
    assert (All : forall i, p i = vscale (mu * k) v).
    { intro i. rewrite On, Same. rewrite F at 1. apply vscale_vscale. }
    assert (Q : (mu * k - 1) * (mu * k + 1) = 0).
    { replace ((mu * k - 1) * (mu * k + 1)) with (mu * mu * (k * k) - 1) by ring. rewrite Even, Kk. ring. }
    destruct (Rmult_integral _ _ Q) as [E|E]; [left | right]; intro i; rewrite All.
    + replace (mu * k) with 1 by lra. apply vscale_one.
    + f_equal. lra.
Qed.
End Saddles.
